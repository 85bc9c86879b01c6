import type { Identity } from '../../platform/http/api.ts'
import { dateIn } from '../../shared/dates.ts'
import { ratesOfUsed } from '../rates/own-rates.ts'

export const publishedRatesAbout =
  'Published exchange rates that your open amounts are converted with, in your home currency'

/** Published rates belong to the installation. Those of the day are exported, so that another one gives the same sums. */
export function publishedRates(
  { businessId, business }: Pick<Identity, 'businessId' | 'business'>,
  moment: Date,
) {
  const { currency, timeZone } = business
  const [id, home, today] = [businessId, currency, dateIn(timeZone, moment)].map((text) => `'${text}'`) as [
    string,
    string,
    string,
  ]
  return {
    name: 'published_rates',
    columns: ['currency', 'day', 'rate', 'source'],
    home: currency,
    query: `select to_json(r)::text as line from (
      select currency, rated_on as day, trim_scale(rate) as rate, source
      from (${ratesOfUsed({ id: `${id}::uuid`, home, today: `${today}::date` })}) used
      where source <> 'own' order by currency) r`,
  }
}
