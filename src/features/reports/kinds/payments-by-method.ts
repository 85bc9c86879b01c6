import type { Transaction } from '../../../platform/db/transaction.ts'
import { accounts } from '../../journal/posting-rules.ts'
import type { Report, ReportEntry } from '../contract.ts'
import { type GroupSums, readSums } from '../read-sums.ts'
import { type ReportKind, row } from '../report-body.ts'
import type { ReportContext } from '../report-context.ts'
import { addUp, allSums, moneyText, openMoney } from '../report-money.ts'
import { listFeeEntries, readFees } from './payment-fees.ts'

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
    const { lines, total, notes } = await readMethods(tx, context)
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
      notes,
    }
  },

  entriesOf(key, _context, column) {
    const returned = { entries: ['refund', 'dispute'], sign: -1 } as const
    const received = { entries: ['payment'], sign: 1 } as const
    // Without fees; with them, the figure lists its parts.
    const left = { entries: ['payment', 'refund', 'dispute'], sign: 1 } as const
    const side = { in: received, out: returned, kept: left }[column]
    if (!side) return null
    const base = { accounts: selection.accounts, basis: selection.basis, ...side }
    return key === 'total' ? base : key in methods ? { ...base, equal: { method: key } } : null
  },

  async listEntries(tx, context, { row: key, column, after }) {
    if (column === 'fees')
      return listFeeEntries(tx, context, { provider: key === 'total' ? null : key, after })
    if (column !== 'kept') return undefined
    const { lines, total } = await readMethods(tx, context)
    const cells = key === 'total' ? total : lines.find((line) => line.key === key)?.cells
    if (!cells) return undefined
    const [, received = 0, returned = 0, fees = 0, minor = 0] = cells
    if (fees === 0) return undefined
    const { range, today } = context
    const term = (id: string, text: string, amount: number): ReportEntry => ({
      id,
      date: range.to < today ? range.to : today,
      text,
      detail: '',
      document: null,
      minor: amount,
      original: null,
      isTest: false,
      actualDate: null,
    })
    const terms = [
      term('in', 'Received', received),
      term('out', 'Returned', addUp([-returned])),
      term('fees', 'Fees', addUp([-fees])),
    ]
    return { entries: terms.filter((one) => one.minor !== 0), minor, next: null }
  },
}

interface Line {
  key: string
  label: string
  /** One for each column. */
  cells: number[]
}

/** The methods that were used, the one with most money first. */
async function readMethods(tx: Transaction, context: ReportContext) {
  const sums = await readSums(tx, context, selection)
  const fees = await readFees(tx, context)
  const money = await openMoney(tx, context, [...allSums(sums), ...fees.values()])
  const lines: Line[] = Object.entries(methods)
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
  return {
    lines,
    total: columns.map((_, index) => addUp(lines.map(({ cells }) => cells[index] ?? 0))),
    notes: [...money.notes(), ...feeNotes(context, sums)],
  }
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
