import { expenseText } from '../../../platform/db/tables/expenses.ts'
import { formatThousandths } from '../../../shared/thousandths.ts'
import type { Report, ReportRow } from '../contract.ts'
import { type ReportKind, row } from '../report-body.ts'
import { addUp, moneyText, openMoney } from '../report-money.ts'

interface Trip {
  id: string
  date: string
  text: string
  category: string
  unit: keyof typeof units
  /** Thousandths. */
  distance: number
  currency: string
  minor: number
}

const units = { km: 'Kilometers', mi: 'Miles' } as const
const unitNames = Object.keys(units) as (keyof typeof units)[]

const maxRows = 2000

/** The log of trips: expenses whose amount is a distance at a rate. */
export const mileage: ReportKind = {
  hasBasis: false,

  async build(tx, context) {
    const { businessId, range, home, locale } = context
    const { rows } = await tx.client.query<Trip>({
      name: 'report-mileage',
      text: `
        select e.id, e.date::text, ${expenseText('e')} as text, e.category, e.mileage ->> 'unit' as unit,
          (e.mileage ->> 'distance')::float8 as distance,
          case when e.home_minor is null then e.currency else $4 end as currency,
          coalesce(e.home_minor, e.amount_minor)::float8 as minor
        from expenses e
        where e.business_id = $1 and e.date between $2 and $3 and e.mileage is not null
        order by e.date, e.id limit ${maxRows + 1}`,
      values: [businessId, range.from, range.to, home],
    })
    const trips = rows.slice(0, maxRows)
    const sumOf = ({ currency, minor }: Trip) => ({ currency, minor, count: 1 })
    const money = await openMoney(tx, context, [trips.map(sumOf)])
    const used = unitNames.filter((unit) => trips.some((trip) => trip.unit === unit))
    const distanceIn = (unit: string) =>
      addUp(trips.filter((trip) => trip.unit === unit).map(({ distance }) => distance))
    const amounts = trips.map((trip) => money.valueOf([sumOf(trip)]))
    const total = addUp(amounts)
    const columns: Report['columns'] = [
      { key: 'date', label: 'Date', kind: 'date' },
      ...used.map((unit) => ({ key: unit, label: units[unit], kind: 'distance' as const })),
      { key: 'amount', label: 'Amount', kind: 'money' },
    ]
    const tripRows = trips.map(({ id, date, text, category, unit, distance }, index): ReportRow =>
      row({
        key: id,
        level: 0,
        label: text || category,
        opens: false,
        link: { kind: 'expense', id },
        cells: [date, ...used.map((one) => (one === unit ? distance : null)), amounts[index] ?? 0],
      }),
    )
    const driven = used.map(
      (unit) => `${formatThousandths(distanceIn(unit), locale)} ${units[unit].toLowerCase()}`,
    )
    return {
      sentence:
        trips.length === 0
          ? 'No trips in this period.'
          : `You drove ${driven.join(' and ')}, worth ${moneyText(context, total)}.`,
      columns: used.length === 0 ? [] : columns,
      rowHeading: 'Trip',
      rows:
        trips.length === 0
          ? []
          : [
              ...tripRows,
              row({
                key: 'total',
                label: 'Total',
                kind: 'result',
                level: 0,
                opens: false,
                cells: [null, ...used.map(distanceIn), total],
              }),
            ],
      chart: null,
      notes: [
        ...money.notes(),
        ...(rows.length > maxRows ? [`Only the first ${maxRows.toLocaleString('en-US')} are listed.`] : []),
      ],
    }
  },

  entriesOf: () => null,
}
