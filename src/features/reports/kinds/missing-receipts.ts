import { expenseText } from '../../../platform/db/tables/expenses.ts'
import { isMissingReceipt } from '../../receipts/filing/expenses-without-receipt.ts'
import { findSettings } from '../../receipts/receipt-settings.ts'
import { type ReportKind, row } from '../report-body.ts'
import { addUp, moneyText, openMoney } from '../report-money.ts'

interface Missing {
  id: string
  date: string
  category: string
  text: string
  currency: string
  minor: number
}

/** More than anybody looks for at once. */
const maxRows = 1000

export const missingReceipts: ReportKind = {
  hasBasis: false,

  async build(tx, context) {
    const { businessId, range, today, home, query } = context
    const { missingFromMinor } = await findSettings(tx, businessId)
    const last = range.to < today ? range.to : today
    const { rows } = await tx.client.query<Missing>({
      name: 'report-missing-receipts',
      text: `
        select e.id, e.date::text, e.category, ${expenseText('e')} as text,
          case when e.home_minor is null then e.currency else $4 end as currency,
          coalesce(e.home_minor, e.amount_minor)::float8 as minor
        from expenses e
        where ${isMissingReceipt} and e.date >= $5::date and ($6::text is null or e.category = $6)
        order by e.date desc, e.id limit ${maxRows + 1}`,
      values: [businessId, missingFromMinor, last, home, range.from, query.category ?? null],
    })
    const shown = rows.slice(0, maxRows)
    const sumOf = ({ currency, minor }: Missing) => ({ currency, minor, count: 1 })
    const money = await openMoney(tx, context, [shown.map(sumOf)])
    const amounts = shown.map((one) => money.valueOf([sumOf(one)]))
    const total = addUp(amounts)
    const count =
      shown.length === 1 ? '1 expense has' : `${shown.length.toLocaleString('en-US')} expenses have`
    return {
      sentence:
        missingFromMinor === null
          ? 'Your settings ask for no receipts.'
          : shown.length === 0
            ? 'Every expense of this period has its receipt.'
            : `${count} no receipt yet: ${moneyText(context, total)} in all.`,
      columns: [
        { key: 'date', label: 'Date', kind: 'date' },
        { key: 'category', label: 'Category', kind: 'text' },
        { key: 'amount', label: 'Amount', kind: 'money' },
      ],
      rowHeading: 'Expense',
      rows:
        shown.length === 0
          ? []
          : [
              ...shown.map(({ id, date, category, text }, index) =>
                row({
                  key: id,
                  level: 0,
                  label: text || category,
                  opens: false,
                  link: { kind: 'expense', id },
                  cells: [date, category, amounts[index] ?? 0],
                }),
              ),
              row({
                key: 'total',
                label: 'Total',
                kind: 'result',
                level: 0,
                opens: false,
                cells: [null, null, total],
              }),
            ],
      chart: null,
      notes: [
        ...money.notes(),
        ...(rows.length > maxRows ? [`Only the latest ${maxRows.toLocaleString('en-US')} are listed.`] : []),
        ...(missingFromMinor !== null && missingFromMinor > 0
          ? [`Expenses below ${moneyText({ ...context, currency: home }, missingFromMinor)} need no receipt.`]
          : []),
      ],
    }
  },

  entriesOf: () => null,
}
