import type { Transaction } from '../../../platform/db/transaction.ts'
import { yearsBefore } from '../../../shared/dates.ts'
import { convertMoney } from '../../../shared/money.ts'
import { readLatestRates } from '../../figures/convert-sums.ts'
import type { CurrencySum } from '../../figures/sum-rules.ts'
import type { Ages } from '../../statements/contract.ts'
import type { Report, ReportEntry } from '../contract.ts'
import { type ReportKind, row } from '../report-body.ts'
import type { ReportContext } from '../report-context.ts'
import { addUp, moneyText, openMoney } from '../report-money.ts'
import { readClients } from './income-by-client.ts'
import { type OpenAmount, readOpenAmounts } from './read-open-amounts.ts'

const ages = {
  currentMinor: 'Not due yet',
  days1to30Minor: '1–30 days late',
  days31to60Minor: '31–60 days late',
  days61to90Minor: '61–90 days late',
  over90Minor: 'Over 90 days late',
} as const satisfies Record<keyof Ages, string>
const ageNames = Object.keys(ages) as (keyof Ages)[]

const columns: Report['columns'] = [
  ...ageNames.map((key) => ({ key, label: ages[key], kind: 'money' as const })),
  { key: 'total', label: 'Total', kind: 'money' },
  { key: 'pace', label: 'Usually pays', kind: 'text' },
]

const sumsOf = (amounts: readonly { currency: string; minor: number }[]): CurrencySum[] =>
  amounts.map(({ currency, minor }) => ({ currency, minor, count: 1 }))

export const owedByAge: ReportKind = {
  hasBasis: false,
  isAsOf: true,

  async build(tx, context) {
    const { open, overpaid } = await readOpenAmounts(tx, context)
    const money = await openMoney(tx, context, [sumsOf(open), sumsOf(overpaid)])
    const byClient = Map.groupBy(open, ({ clientId }) => clientId ?? '')
    const clients = await readClients(tx, context, [...byClient.keys()])
    const paces = await readPaces(tx, context)
    const rows = [...byClient]
      .map(([key, amounts]) => {
        const byAge = ageNames.map((age) => money.valueOf(sumsOf(amounts.filter((one) => one.age === age))))
        return { key, values: [...byAge, addUp(byAge)] }
      })
      .toSorted((a, b) => (b.values.at(-1) ?? 0) - (a.values.at(-1) ?? 0))
    const total = columns.slice(0, -1).map((_, index) => addUp(rows.map(({ values }) => values[index] ?? 0)))
    const overpaidMinor = money.valueOf(sumsOf(overpaid))
    return {
      sentence: sentenceOf(context, total),
      columns,
      rowHeading: 'Client',
      rows:
        rows.length === 0
          ? []
          : [
              ...rows.map(({ key, values }) =>
                row({
                  key,
                  level: 0,
                  label: clients.get(key)?.label ?? 'Without a client',
                  link: clients.get(key)?.link ?? null,
                  cells: [...values, paces.get(key) ?? null],
                }),
              ),
              row({ key: 'total', label: 'Total', kind: 'result', level: 0, cells: [...total, null] }),
            ],
      chart:
        rows.length === 0
          ? null
          : {
              labels: ageNames.map((age) => ages[age]),
              series: [{ label: 'Open', tone: 'plain', kind: 'bar', values: total.slice(0, -1) }],
              isCount: false,
            },
      notes: [
        ...money.notes({ isCurrent: true }),
        ...(overpaidMinor > 0
          ? [`Clients have paid ${moneyText(context, overpaidMinor)} too much. That is not taken off here.`]
          : []),
        'Drafts are not included.',
      ],
    }
  },

  entriesOf: () => null,

  async listEntries(tx, context, { row: key, column, after }) {
    if (column !== 'total' && !ageNames.some((age) => age === column)) return undefined
    const { open } = await readOpenAmounts(tx, context, key === 'total' ? context.query.client : key)
    const chosen = open
      .filter(({ age }) => column === 'total' || age === column)
      .toSorted(
        (a, b) =>
          (a.dueDate < b.dueDate ? -1 : Number(a.dueDate > b.dueDate)) || (a.number < b.number ? -1 : 1),
      )
    const sums = sumsOf(chosen)
    const money = await openMoney(tx, context, [sums])
    const from = after === undefined ? 0 : Number(after) || 0
    const page = chosen.slice(from, from + pageSize)
    const clients = await readClients(tx, context, [...new Set(page.map(({ clientId }) => clientId ?? ''))])
    const rates = await readLatestRates(
      tx,
      { ...context, home: context.currency },
      page.map(({ currency }) => currency),
    )
    const entryOf = (amount: OpenAmount, index: number): ReportEntry => {
      const { currency, minor, dueDate, number, invoiceId } = amount
      const rate = rates.find((one) => one.currency === currency)
      const isOwn = currency === context.currency
      return {
        id: `${from + index}`,
        date: dueDate,
        text: `Invoice ${number}`,
        detail: clients.get(amount.clientId ?? '')?.label ?? '',
        document: { kind: 'invoice', id: invoiceId },
        minor: isOwn ? minor : rate ? convertMoney(amount, rate.rate, context.currency).minor : null,
        original: isOwn ? null : { minor, currency },
        isTest: false,
        actualDate: null,
      }
    }
    return {
      entries: page.map(entryOf),
      minor: money.valueOf(sums),
      next: from + pageSize < chosen.length ? String(from + pageSize) : null,
    }
  },
}

const pageSize = 50

/** How late each client paid in the year before, as a median. */
async function readPaces(
  { client }: Transaction,
  { businessId, timeZone, range }: ReportContext,
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ clientId: string | null; daysLate: number }>({
    name: 'report-paces',
    text: `
      select client_id as "clientId",
        percentile_cont(0.5) within group (order by (paid_at at time zone $2)::date - due_date) as "daysLate"
      from invoices
      where business_id = $1 and status = 'paid' and paid_at >= $3::date::timestamp at time zone $2
        and paid_at < ($4::date + 1)::timestamp at time zone $2
      group by 1`,
    values: [businessId, timeZone, yearsBefore(range.to, 1), range.to],
  })
  return new Map(rows.map(({ clientId, daysLate }) => [clientId ?? '', paceText(Math.round(daysLate))]))
}

function paceText(daysLate: number): string {
  if (daysLate === 0) return 'on time'
  const days = Math.abs(daysLate) === 1 ? '1 day' : `${Math.abs(daysLate)} days`
  return `${days} ${daysLate > 0 ? 'late' : 'early'}`
}

function sentenceOf(context: ReportContext, total: readonly number[]): string {
  const all = total.at(-1) ?? 0
  if (all === 0) return 'You are owed nothing.'
  const late = all - (total[0] ?? 0)
  const text = `You are owed ${moneyText(context, all)}.`
  if (late === 0) return `${text} None of it is late.`
  return late === all ? `${text} All of it is late.` : `${text} ${moneyText(context, late)} of it is late.`
}
