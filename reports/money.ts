/**
 * Micros (1 US dollar = 1,000,000) as dollars: `$1,234.50`, `$0.035`. Exact: always cents, further digits if needed.
 */
export function formatDollars(micros: number): string {
  const whole = Math.floor(micros / 1_000_000).toLocaleString('en-US');
  const fraction = String(micros % 1_000_000)
    .padStart(6, '0')
    .replace(/0{1,4}$/, '');
  return `$${whole}.${fraction}`;
}
