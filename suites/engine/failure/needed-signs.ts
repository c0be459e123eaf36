import { factorsOfSigns, levelOfSign, signsOf } from '../../generate/signs.ts';

/**
 * Which signs of a text a failure needs, by factor: each sign of the level that it needs is tried alone in plain words. A factor is left out
 * if none shows the failure alone, or all do, or other levels show it as well: then the level says more than its signs.
 */
export async function findNeededSigns(
  levels: Readonly<Record<string, string>>,
  tried: ReadonlyMap<string, { readonly passing: readonly string[]; readonly failing: readonly string[] }>,
  fails: (factor: string, level: string) => Promise<boolean | undefined>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const needed = new Map<string, readonly string[]>();
  for (const factor of factorsOfSigns) {
    const signs = signsOf(levels[factor] ?? '');
    const { failing = [], passing = [] } = tried.get(factor) ?? {};
    // Where the plain level was not tried, or failed, the text is not what matters.
    if (signs.length === 0 || failing.length > 0 || passing.length === 0) continue;
    const found: string[] = [];
    for (const sign of signs) if (await fails(factor, levelOfSign(sign))) found.push(sign);
    if (found.length > 0 && found.length < signs.length) needed.set(factor, found);
  }
  return needed;
}
