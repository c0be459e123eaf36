import { rules } from '../../../spec/index.ts';
import { areaOf, type Deviation } from '../deviation.ts';
import type { Trial } from './try-deviation.ts';

/** The result of one mutant (contract, section 1). */
export interface Kill {
  readonly id: string;
  readonly breaks: string;
  readonly killed: boolean;
  /** Rules that failed or warned, the broken one first. */
  readonly killed_by: readonly string[];
}

/** The result of a mutant on one server: killed if the rule that it breaks failed or warned. */
export function killOf(deviation: Deviation, { red }: Trial): Kill {
  const seen = red.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ rule }) => rule);
  return {
    id: deviation.id,
    breaks: deviation.touches,
    killed: seen.includes(deviation.touches),
    killed_by: seen,
  };
}

/** The kill table as text: a line for each mutant, survivors in capitals, then the totals. */
export function killText(kills: readonly Kill[]): string {
  const width = Math.max(...kills.map(({ id }) => id.length), 6);
  const rows = kills.map(({ id, breaks, killed, killed_by: by }) => {
    const others = by.filter((rule) => rule !== breaks);
    const more = others.length > 6 ? ` and ${others.length - 6} more` : '';
    const also = others.length === 0 ? '' : `  also red: ${others.slice(0, 6).join(', ')}${more}`;
    return `${killed ? 'killed  ' : 'SURVIVED'}  ${also === '' ? id : id.padEnd(width)}${also}`;
  });
  const reds = kills.map(({ killed_by: by }) => by.length).toSorted((one, other) => one - other);
  const survivors = kills.filter(({ killed }) => !killed).length;
  const median = reds[Math.floor(reds.length / 2)] ?? 0;
  return `${rows.join('\n')}\n\n${kills.length} mutants, ${kills.length - survivors} killed, ${survivors} survived; rules red for a mutant: median ${median}, most ${reds.at(-1) ?? 0}\n`;
}

/** The proof as Markdown: a line for each area. */
export function proofMarkdown(deviations: readonly Deviation[], trials: readonly Trial[]): string {
  const byId = new Map(deviations.map((deviation) => [deviation.id, deviation]));
  const areas = [...new Set(rules.map(({ id }) => areaOf(id))), 'all'];
  const servers = [...new Set(trials.map(({ server }) => server))];
  const lines = areas.flatMap((area) => {
    const inArea = trials.filter(({ id }) => areaOf(id) === area);
    if (inArea.length === 0) return [];
    const counts = servers.map((server) => {
      const there = inArea.filter((trial) => trial.server === server);
      return `${there.filter(({ faults }) => faults.length === 0).length} of ${there.length}`;
    });
    const variants = new Set(inArea.filter(({ id }) => byId.get(id)?.expected === 'pass').map(({ id }) => id)).size;
    const all = new Set(inArea.map(({ id }) => id)).size;
    return [`| ${area} | ${all - variants} | ${variants} | ${counts.join(' | ')} |`];
  });
  const faulty = trials.filter(({ faults }) => faults.length > 0);
  return [
    '# Proof\n',
    `| Area | Mutants | Variants | ${servers.map((server) => `as expected on the ${server}`).join(' | ')} |`,
    `|---|---|---|${servers.map(() => '---|').join('')}`,
    ...lines,
    '\n![Rules and the mutants that turn them red](proof.svg)\n',
    ...faulty.map(({ id, server, faults }) => `- \`${id}\` on the ${server}: ${faults.join('; ')}`),
    '',
  ].join('\n');
}

/** Side of one point of the picture, in pixels. */
const POINT = 2;

/**
 * The proof as a picture: rules from top to bottom, mutants from left to right; dark where the mutant's own rule found
 * it, light where another did.
 */
export function proofPicture(deviations: readonly Deviation[], trials: readonly Trial[]): string {
  const judged = rules.filter(({ unjudged }) => unjudged === undefined).map(({ id }) => id);
  const row = new Map(judged.map((id, at) => [id, at]));
  const mutants = deviations
    .filter(({ expected }) => expected !== 'pass')
    .toSorted((one, other) => (row.get(one.touches) ?? 0) - (row.get(other.touches) ?? 0));
  const column = new Map(mutants.map(({ id }, at) => [id, at]));
  const [width, height] = [mutants.length * POINT, judged.length * POINT];
  const points = trials.flatMap(({ id, red }) => {
    const x = column.get(id);
    if (x === undefined) return [];
    return red.flatMap(({ rule }) => {
      const y = row.get(rule);
      if (y === undefined) return [];
      const own = mutants[x]?.touches === rule;
      return [`<path class="${own ? 'own' : 'also'}" d="M${x * POINT} ${y * POINT}h${POINT}v${POINT}h-${POINT}z"/>`];
    });
  });
  const areas = [...new Set(judged.map(areaOf))].map((area) => {
    const top = judged.findIndex((id) => areaOf(id) === area) * POINT;
    return `<path class="line" d="M0 ${top}H${width}"/><text x="${width + 6}" y="${top + 12}">${area}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width + 90} ${height + 24}" role="img">`,
    '<title>Rules (from top to bottom) and the mutants (from left to right) that turn them red</title>',
    '<style>svg{background:#fff}.own{fill:#176b3a}.also{fill:#e0a030}.line{stroke:#ddd;fill:none}text{font:12px sans-serif;fill:#333}</style>',
    ...areas,
    ...new Set(points),
    `<text x="0" y="${height + 18}">${judged.length} rules, ${mutants.length} mutants; dark: the rule that is broken is red; light: another rule is red as well</text>`,
    '</svg>\n',
  ].join('\n');
}
