import { factorsOfParts, factorsOfSigns, levelOfSign, signsOf } from '../../generate/signs.ts';

/**
 * Which signs of a text, parts of its notation or headers of its client a failure needs, by factor: each of the level that it needs is tried alone. A factor is left out
 * if none shows the failure alone, or all do, or other levels show it as well: then the level says more than its signs. Clients have headers in common.
 */
export async function findNeededSigns(
  levels: Readonly<Record<string, string>>,
  tried: ReadonlyMap<string, { readonly passing: readonly string[]; readonly failing: readonly string[] }>,
  fails: (factor: string, level: string) => Promise<boolean | undefined>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const needed = new Map<string, readonly string[]>();
  for (const factor of [...factorsOfSigns, ...factorsOfParts]) {
    const signs = signsOf(levels[factor] ?? '');
    const { failing = [], passing = [] } = tried.get(factor) ?? {};
    // Where the plain level was not tried, or failed, the text is not what matters.
    if (signs.length === 0 || (failing.length > 0 && factor !== 'client') || passing.length === 0) continue;
    const found: string[] = [];
    for (const sign of signs) if (await fails(factor, levelOfSign(sign))) found.push(sign);
    if (found.length > 0 && found.length < signs.length) needed.set(factor, found);
  }
  return needed;
}
