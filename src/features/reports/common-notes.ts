import type { Transaction } from '../../platform/db/transaction.ts'
import type { CurrencySum } from '../figures/sum-rules.ts'
import { piecesOf } from './read-sums.ts'
import type { ReportContext } from './report-context.ts'
import { openMoney, moneyText } from './report-money.ts'
import { settingsTitle } from './rules.ts'

interface Found {
  tests: CurrencySum[]
  /** Money in and out of bank accounts that belongs to no invoice or expense. */
  bankIn: CurrencySum[]
  bankOut: CurrencySum[]
  hasCorrections: boolean
  /** Whether something counts that is dated after today. */
  hasFuture: boolean
}

const sumsOf = (rows: string) =>
  `(select coalesce(json_agg(json_build_object('currency', currency, 'minor', minor, 'count', count)), '[]') from (${rows}) s)`

/** From the kept sums, whose rows are few. */
const pieces = (condition: string) => `
  select t.currency, sum(t.minor) as minor, sum(t.count) as count
  from json_to_recordset($6) p(span text, "from" date, "to" date)
  join journal_totals t on t.business_id = $1 and t.span = p.span and t.starts_on between p.from and p.to
  where ${condition}
  group by t.currency having sum(t.count) <> 0`

const bankSums = (side: 'income' | 'expense') => pieces(`t.is_bank and t.account like '${side}:%'`)

const statement = {
  name: 'report-notes',
  text: `select
    ${sumsOf(pieces(`t.is_test and t.account = 'money' and t.basis in ('both', $4) and ($5 or not t.is_bank)`))} as tests,
    ${sumsOf(bankSums('income'))} as "bankIn", ${sumsOf(bankSums('expense'))} as "bankOut",
    exists (select from journal where business_id = $1 and is_correction and day between $2 and $3) as "hasCorrections",
    exists (select from journal_totals t where t.business_id = $1 and t.span = 'day' and t.count <> 0
      and t.starts_on > $7 and t.starts_on between $2 and $3 and t.basis in ('both', $4)
      and ($5 or not t.is_bank)) as "hasFuture"`,
}

/** What a reader of any report has to know about its period. */
export async function commonNotes(
  tx: Transaction,
  context: ReportContext,
  { hasBank }: { hasBank: boolean },
): Promise<string[]> {
  const { businessId, range, home, query, countsBank, today } = context
  const { rows } = await tx.client.query<Found>({
    ...statement,
    values: [
      businessId,
      range.from,
      range.to,
      query.basis,
      countsBank,
      JSON.stringify(piecesOf(range)),
      today,
    ],
  })
  const { tests, bankIn, bankOut, hasCorrections, hasFuture } = rows[0]!
  const inHome = { ...context, currency: home }
  const money = await openMoney(tx, inHome, [tests, bankIn, bankOut])
  const textOf = (sums: CurrencySum[]) => moneyText(inHome, Math.abs(money.valueOf(sums)))
  const bankCount = [...bankIn, ...bankOut].reduce((sum, { count }) => sum + count, 0)
  return [
    ...(tests.length > 0
      ? [`Includes ${textOf(tests)} of test payments and demo transactions, which moved no money.`]
      : []),
    // Neither planned expenses nor bank transactions have a client.
    ...(hasBank && query.client === undefined
      ? [
          ...(hasFuture
            ? [
                'This period is not over yet. What is already dated after today is included, such as planned expenses.',
              ]
            : []),
          ...(bankCount > 0 ? [bankNote(countsBank, bankCount, textOf(bankIn), textOf(bankOut))] : []),
        ]
      : []),
    ...(hasCorrections
      ? [
          'Some amounts have an earlier date. They count in this period, because theirs was closed when they changed.',
        ]
      : []),
  ]
}

function bankNote(isCounted: boolean, count: number, moneyIn: string, moneyOut: string): string {
  const transactions =
    count === 1 ? '1 bank transaction' : `${count.toLocaleString('en-US')} bank transactions`
  const amounts = `${moneyIn} in and ${moneyOut} out`
  return isCounted
    ? `Includes ${transactions} (${amounts}) that belong to no invoice or expense.`
    : `Your bank shows ${transactions} (${amounts}) that belong to no invoice or expense. They are not included. You can count them under ${settingsTitle}.`
}
