import { containsPattern } from '../../platform/db/contains-pattern.ts'
import { queryTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import type * as contract from './contract.ts'
import type { ExpenseEntry } from './contract.ts'
import { defaultUnit } from './mileage-rules.ts'

type Suggestions = ResponseOf<typeof contract.suggestExpense>

/** `mileage` is that of the last mileage expense. `presentNames`: what categories are called that have another name now. */
type Found = Omit<Suggestions, 'mileage'> & {
  mileage: Suggestions['mileage'] | null
  country: string
  presentNames: Record<string, string> | null
}

/** Shorter notes would match nearly everything. */
const minLength = 2
const maxMatches = 5
const maxVendors = 8
/** Only this many of the newest expenses are searched, because the form asks while the user types. */
const maxSearched = 2000

const entry = `json_build_object('currency', currency, 'amountMinor', amount_minor, 'category', category, 'notes', notes, 'vendor', vendor,
  'taxes', taxes, 'mileage', mileage)`

// Expenses that a series created were not entered by the owner, except the first one.
const newest = `with newest as materialized (
  select currency, amount_minor, category, notes, vendor, taxes, mileage, search_text, series_id is null or request_id is not null as is_entered,
    row_number() over (order by created_at desc, id desc) as place
  from expenses where business_id = $1 order by created_at desc, id desc limit ${maxSearched})`
const last = `(select ${entry} from newest where is_entered order by place limit 1) as last,
  (select json_build_object('unit', mileage -> 'unit', 'rate', mileage -> 'rate', 'currency', currency)
    from newest where mileage is not null order by place limit 1) as mileage,
  (select b.country from businesses b where b.id = $1) as country,
  (select json_object_agg(f.former, c.name) from former_category_names f
    join categories c on c.business_id = $1 and c.id = f.category_id
    where f.business_id = $1 and f.kind = 'expense') as "presentNames"`

const withoutMatches = `${newest} select ${last}, '[]'::json as matches, null as category`
const withMatches = `${newest},
  matching as materialized (select * from newest where search_text like (select lower($2))),
  each as (select distinct on (vendor, notes, category) * from matching order by vendor, notes, category, place)
  select ${last},
    coalesce((select json_agg(${entry} order by place) from (select * from each order by place limit ${maxMatches}) shown),
      '[]') as matches,
    (select category from matching group by category order by count(*) desc, min(place) limit 1) as category`

export async function suggestExpense(
  { database }: Deps<'database'>,
  { businessId, business }: Identity,
  { notes }: QueryOf<typeof contract.suggestExpense>,
): Promise<Suggestions> {
  const isTyped = notes.length >= minLength
  const [found] = await queryTenant<Found>(
    database,
    businessId,
    isTyped
      ? { name: 'suggest-expense', text: withMatches, values: [businessId, containsPattern(notes)] }
      : { name: 'last-expense', text: withoutMatches, values: [businessId] },
  )
  const { country, mileage, presentNames, last: latest, matches, category } = found!
  // What a closed period has keeps the name that it had.
  const nameOf = (name: string) =>
    presentNames && Object.hasOwn(presentNames, name) ? presentNames[name]! : name
  const named = (one: ExpenseEntry) => ({ ...one, category: nameOf(one.category) })
  const { locale, currency } = business
  return {
    last: latest && named(latest),
    matches: matches.map(named),
    category: category === null ? null : nameOf(category),
    mileage: mileage ?? { unit: defaultUnit({ country, locale }), rate: null, currency },
  }
}

/** Returns the vendors of the newest expenses, the most frequent first, each as it was last written. */
export async function suggestVendors(
  { database }: Deps<'database'>,
  { businessId }: Identity,
  { search }: QueryOf<typeof contract.suggestVendors>,
): Promise<string[]> {
  const rows = await queryTenant<{ vendor: string }>(database, businessId, {
    name: 'suggest-vendors',
    text: `
      with newest as materialized (
        select vendor, created_at from expenses where business_id = $1
        order by created_at desc, id desc limit ${maxSearched})
      select (array_agg(vendor order by created_at desc))[1] as vendor from newest
      where vendor <> '' and lower(vendor) like (select lower($2))
      group by lower(vendor) order by count(*) desc, max(created_at) desc limit ${maxVendors}`,
    values: [businessId, containsPattern(search)],
  })
  return rows.map(({ vendor }) => vendor)
}
