import { useEffect, useState } from 'preact/hooks';
import type { Charge } from '../../../ledger/ledger.ts';
import { type Exchange, summarize } from '../state/exchange.ts';
import { chargesOf, wholeKey } from '../state/keys.ts';
import { dollars, words } from '../text/format.ts';
import { endpointOf } from '../text/outcome.ts';
import { Heads } from './heads.tsx';

/** The charge of a request, line by line. */
export function ChargeSection({ exchange }: { readonly exchange: Exchange }) {
  const [charge, show] = useState<Charge | null>(null);
  const { chargeMicros, key, path } = summarize(exchange);
  useEffect(() => {
    if (chargeMicros === null || key === null) return;
    // Without the lines, the total is still shown above.
    void findCharge(key, path, chargeMicros).then(show, () => show(null));
  }, [chargeMicros, key, path]);
  if (charge === null) return null;
  return (
    <section class="part" aria-labelledby="part-charge">
      <h3 id="part-charge">Charge</h3>
      <ChargeLines charge={charge} />
    </section>
  );
}

/** A request with the same operation and amount has the same lines. */
async function findCharge(last: string, path: string, micros: number): Promise<Charge | null> {
  const key = await wholeKey(last);
  if (key === null) return null;
  const all = await chargesOf(key);
  return all.findLast((one) => one.amount_micros === micros && one.endpoint === endpointOf(path)) ?? null;
}

/** The lines of a charge and their total. */
function ChargeLines({ charge }: { readonly charge: Charge }) {
  return (
    <table class="lines">
      <caption class="hidden">
        {charge.endpoint}, {charge.model}
      </caption>
      <Heads columns={[['Item'], ['Quantity', 'number'], ['Unit price', 'number'], ['Amount', 'number']]} />
      <tbody>
        {charge.lines.map(({ item, quantity, unit_micros }) => (
          <tr key={item}>
            <th scope="row">{words(item)}</th>
            <td class="number">{quantity.toLocaleString('en')}</td>
            <td class="number">{dollars(unit_micros)}</td>
            <td class="number">{dollars(quantity * unit_micros)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={3}>
            {charge.model}
          </th>
          <td class="number">{dollars(charge.amount_micros)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
