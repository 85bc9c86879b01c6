import type { Transaction } from '../../../platform/db/transaction.ts'
import type { CurrencySum } from '../../figures/sum-rules.ts'
import { accounts } from '../../journal/posting-rules.ts'
import type { Report } from '../contract.ts'
import { type GroupSums, readSums } from '../read-sums.ts'
import { type ReportKind, row } from '../report-body.ts'
import type { ReportContext } from '../report-context.ts'
import { addUp, allSums, moneyText, openMoney } from '../report-money.ts'

const methods = {
  card: 'Card',
  paypal: 'PayPal',
  transfer: 'Bank transfer',
  cash: 'Cash',
  cheque: 'Check',
  other: 'Another way',
  demo: 'Demo',
} as const

const selection = {
  accounts: [accounts.money],
  basis: 'cash',
  groupBy: 'method',
  where: `j.entry in ('payment', 'refund', 'dispute')`,
} as const

const columns: Report['columns'] = [
  { key: 'count', label: 'Payments', kind: 'count' },
  { key: 'in', label: 'Received', kind: 'money' },
  { key: 'out', label: 'Returned', kind: 'money' },
  { key: 'fees', label: 'Fees', kind: 'money' },
  { key: 'kept', label: 'Left', kind: 'money' },
]

export const paymentsByMethod: ReportKind = {
  hasBasis: false,

  async build(tx, context) {
    const sums = await readSums(tx, context, selection)
    const fees = await readFees(tx, context)
    const money = await openMoney(tx, context, [...allSums(sums), ...fees.values()])
    const lines = Object.entries(methods)
      .map(([key, label]) => {
        const [came, back] = [sums.get(`${key} in`)?.[0] ?? [], sums.get(`${key} out`)?.[0] ?? []]
        const received = money.valueOf(came)
        const returned = addUp([-money.valueOf(back)])
        const fee = money.valueOf(fees.get(key) ?? [])
        const count = addUp(came.map((sum) => sum.count))
        return { key, label, cells: [count, received, returned, fee, received - returned - fee] }
      })
      .filter(({ cells }) => cells.some((cell) => cell !== 0))
      .toSorted((a, b) => (b.cells[1] ?? 0) - (a.cells[1] ?? 0))
    const total = columns.map((_, index) => addUp(lines.map(({ cells }) => cells[index] ?? 0)))
    return {
      sentence: sentenceOf(context, lines, total),
      columns,
      rowHeading: 'Method',
      rows:
        lines.length === 0
          ? []
          : [
              ...lines.map((line) => row({ ...line, level: 0 })),
              row({ key: 'total', label: 'Total', kind: 'result', level: 0, cells: total }),
            ],
      chart:
        lines.length === 0
          ? null
          : {
              labels: lines.map(({ label }) => label),
              series: [
                {
                  label: 'Received',
                  tone: 'in',
                  kind: 'bar',
                  values: lines.map(({ cells }) => cells[1] ?? 0),
                },
                { label: 'Fees', tone: 'out', kind: 'bar', values: lines.map(({ cells }) => cells[3] ?? 0) },
              ],
              isCount: false,
            },
      notes: [...money.notes(), ...feeNotes(context, sums)],
    }
  },

  entriesOf(key, _context, column) {
    const returned = { entries: ['refund', 'dispute'], sign: -1 } as const
    const received = { entries: ['payment'], sign: 1 } as const
    const side = column === 'in' ? received : column === 'out' ? returned : null
    // Fees come from payouts, whose page shows them, and are in no posting of a payment.
    if (!side) return null
    const base = { accounts: selection.accounts, basis: selection.basis, ...side }
    return key === 'total' ? base : key in methods ? { ...base, equal: { method: key } } : null
  },
}

/** What providers kept of payments, from the payouts that are known. A client's part of them is not known. */
async function readFees(
  { client }: Transaction,
  { businessId, range, timeZone, query }: ReportContext,
): Promise<Map<string, CurrencySum[]>> {
  if (query.client !== undefined) return new Map()
  const { rows } = await client.query<CurrencySum & { provider: string }>({
    name: 'report-fees',
    text: `
      select p.provider, p.currency, sum(e.fee_minor)::float8 as minor, count(*)::float8 as count
      from payout_entries e join payouts p on p.business_id = $1 and p.id = e.payout_id
      where e.business_id = $1 and ($5::text is null or p.currency = $5)
        and e.at >= $2::date::timestamp at time zone $4 and e.at < ($3::date + 1)::timestamp at time zone $4
      group by 1, 2 having sum(e.fee_minor) <> 0`,
    values: [businessId, range.from, range.to, timeZone, query.currency ?? null],
  })
  return Map.groupBy(rows, ({ provider }) => provider)
}

function feeNotes({ query }: ReportContext, sums: GroupSums): string[] {
  const isOnline = [...sums.keys()].some((key) => /^(card|paypal) /.test(key))
  if (!isOnline) return []
  return query.client === undefined
    ? [
        'Fees are known once Stripe or PayPal has paid out. Payments into accounts that are not connected have none here.',
      ]
    : ['Fees are not divided by client.']
}

function sentenceOf(
  context: ReportContext,
  lines: readonly { label: string; cells: readonly number[] }[],
  [, received = 0, , fees = 0]: readonly number[],
): string {
  const [largest] = lines
  if (!largest) return 'No payments in this period.'
  const share = received > 0 ? Math.round(((largest.cells[1] ?? 0) * 100) / received) : 0
  const first = `${largest.label} brought ${share}% of your payments.`
  return fees > 0 ? `${first} Fees took ${moneyText(context, fees)}.` : first
}
