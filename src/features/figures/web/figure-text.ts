import { addDays, addMonths, formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { Figure, FigureTerm, OtherCurrency } from '../contract.ts'
import type { FigureName } from '../rules.ts'
import { rowAmount } from './figure-row-text.ts'
import { isRated, listed, notConverted } from './other-currency-text.ts'

const months = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })

/** For example "November". */
export function monthName(month: string): string {
  return months.format(new Date(`${month.slice(0, 7)}-01T00:00:00Z`))
}

/** For example "Nov 1 to Nov 30, 2026". */
export function monthSpan(month: string): string {
  const first = formatDate(`${month}-01`).split(',')[0]
  return `${first} to ${formatDate(lastDay(month))}`
}

function lastDay(month: string): string {
  return addDays(addMonths(`${month}-01`, 1), -1)
}

function counted(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${many}`
}

/** For example "Total Paid: $4,200.00". The largest expense shows its category, like its card. */
export function figureTitle(label: string, figure: Figure | undefined): string {
  if (!figure) return label
  if (figure.figure !== 'largest-expense') return `${label}: ${formatMoney(figure.minor, figure)}`
  const [row] = figure.rows
  return `${label}: ${row?.kind === 'expense' ? row.category : 'None'}`
}

export function figureSentence(figure: Figure): string {
  const { count, month, today, terms } = figure
  switch (figure.figure) {
    case 'owed':
      return count === 0
        ? 'No one owes you anything right now.'
        : `You are owed ${owedText(figure)}, the balance due on ${counted(count, 'invoice')}.${overdueText(figure)}`
    case 'overdue':
      return count === 0
        ? `Nothing is overdue as of today, ${formatDate(today)}.`
        : `The balance due on ${counted(count, 'invoice')} due before today, ${formatDate(today)}.`
    case 'received':
      return month === null
        ? 'Payments received, less refunds.'
        : `Payments received ${monthSpan(month)}, less refunds in that time.`
    case 'spent':
      if (month === null) return `Expenses dated up to today, ${formatDate(today)}.`
      return `Expenses dated ${monthSpan(month)}${isUnderWay(month, today) ? ', later days included' : ''}.`
    case 'upcoming':
      return `Expenses dated after today, ${formatDate(today)}.`
    case 'bank-balance':
    case 'cash-balance':
      return terms.length > 0
        ? `${formula(figure)} Connect an account that holds cash to see what is in it instead.`
        : accountsSentence(figure, { one: 'cash account', none: 'No account that holds cash is connected.' })
    case 'cards-owed':
      return accountsSentence(figure, { one: 'credit card', none: 'No credit card is connected.' })
    case 'after-cards':
    case 'left-over':
    case 'net':
      return formula(figure)
    case 'average-per-day':
      return `${monthName(terms[0]?.month ?? today)}’s total of ${formatMoney(terms[0]?.minor ?? 0, figure)}, divided by 30.`
    case 'largest-expense':
      return largestSentence(figure)
    case 'exchange-gains':
      return `${gainsText} ${month === null ? 'Payments and refunds since you started.' : `Payments and refunds ${monthSpan(month)}.`} Refunds count the other way round.`
  }
}

const gainsText =
  'What payments in other currencies were worth on their day, minus what they were worth on the issue date of the invoice.'

/** What could not be converted is named with the sum. */
function owedText({ minor, other, currency }: Figure): string {
  const beside = notConverted(other)
  return listed([...(minor === 0 && beside.length > 0 ? [] : [formatMoney(minor, { currency })]), ...beside])
}

/** Empty unless all rows are loaded, because the count would be too low. */
function overdueText({ rows, count, today }: Figure): string {
  if (rows.length < count) return ''
  const late = rows.filter((row) => row.kind === 'invoice' && row.date < today).length
  if (late === 0) return ''
  if (late === count) return count === 1 ? ' It is overdue.' : ' All of them are overdue.'
  return ` ${late} of them ${late === 1 ? 'is' : 'are'} overdue.`
}

function isUnderWay(month: string, today: string): boolean {
  return today.startsWith(month) && today < lastDay(month)
}

function accountsSentence({ rows, count }: Figure, labels: { one: string; none: string }): string {
  if (count === 0) return labels.none
  const accounts = rows.flatMap((row) => (row.kind === 'account' ? [row] : []))
  const banks = new Set(accounts.map(({ institutionName }) => institutionName)).size
  const unknown = accounts.filter(({ isKnown }) => !isKnown).length
  const sentence = `What your ${banks > 1 ? 'banks' : 'bank'} reported for ${counted(count, labels.one)}.`
  if (unknown === 0) return sentence
  return `${sentence} ${unknown === 1 ? 'One balance is' : `${unknown} balances are`} not known yet and ${unknown === 1 ? 'counts' : 'count'} as zero.`
}

function largestSentence(figure: Figure): string {
  const {
    rows: [row],
    today,
  } = figure
  const month = monthName(today)
  if (row?.kind !== 'expense') return `No expense is dated in ${month}.`
  const sentence = `Your largest single expense in ${month} was ${rowAmount(row, figure)} on ${formatDate(row.date)}, so its category is shown.`
  const notCompared = figure.other.filter((one) => !isRated(one) && one.currency !== row.original?.currency)
  return notCompared.length === 0 ? sentence : `${sentence} ${notComparedText(notCompared)}`
}

/** "Expenses in CHF and SEK were not compared, as they have no exchange rate." */
export function notComparedText(other: readonly OtherCurrency[]): string {
  return `Expenses in ${listed(other.map(({ currency }) => currency))} were not compared, as they have no exchange rate.`
}

/** For example "Payments received $50.00 − expenses up to today $20.00 = $30.00." */
function formula({ terms, minor, today, currency }: Figure): string {
  const parts = terms.map((term, index) => {
    const label = termLabel(term, today)
    if (index === 0) return `${label} ${formatMoney(term.minor, { currency })}`
    return `${isSubtracted(term) ? '−' : '+'} ${label[0]!.toLowerCase()}${label.slice(1)} ${formatMoney(termAmount(term), { currency })}`
  })
  return `${parts.join(' ')} = ${formatMoney(minor, { currency })}.`
}

/** Returns whether a term is subtracted. Expenses and card debt are, even if they are 0. */
export function isSubtracted({ figure, minor }: FigureTerm): boolean {
  return minor < 0 || ((figure === 'spent' || figure === 'cards-owed') && minor === 0)
}

export function termAmount(term: FigureTerm): number {
  return isSubtracted(term) ? Math.abs(term.minor) : term.minor
}

export function termLabel({ figure, month }: Pick<FigureTerm, 'figure' | 'month'>, today: string): string {
  if (figure === 'owed') return 'Owed to you'
  if (figure === 'received')
    return month === null ? 'Payments received' : `Payments in ${monthLabel(month, today)}`
  if (figure === 'spent') {
    return month === null ? 'Expenses up to today' : `Expenses in ${monthLabel(month, today)}`
  }
  return figure === 'cards-owed' ? 'Owed on cards' : 'In your cash accounts'
}

function monthLabel(month: string, today: string): string {
  const year = month.slice(0, 4)
  return today.startsWith(year) ? monthName(month) : `${monthName(month)} ${year}`
}

export function totalLabel({ figure, terms }: Pick<Figure, 'figure' | 'terms'>): string {
  if (figure === 'average-per-day') return 'Per day'
  if (figure === 'largest-expense') return 'Largest expense'
  return terms.length > 0 ? 'Result' : 'Total'
}

/** While only some rows are loaded, says how much of the total they are; null when all are. */
export function shownCountText(figure: Figure): string | null {
  const { rows, count, minor, next } = figure
  if (next === null) return null
  const shown = rows.reduce((sum, row) => sum + (row.minor ?? 0), 0)
  const [some, all] = [rows.length, count].map((rowCount) => rowCount.toLocaleString('en-US'))
  return `Showing ${some} of ${all}: ${formatMoney(shown, figure)} of ${formatMoney(minor, figure)}`
}

/** Why the rows do not add up to exactly the total; null where they do. */
export function conversionText({ terms, other }: Figure): string | null {
  const isConverted = other.some(({ homeMinor, count }) => homeMinor !== null && count > 1)
  return terms.length === 0 && isConverted
    ? 'Each currency is added up first and then converted, so the single rows can add up to slightly more or less.'
    : null
}

const emptyTexts: Record<FigureName, string> = {
  'bank-balance': 'Connect a bank to see the balance of each account that holds cash.',
  'cash-balance': 'Payments and expenses are listed here, or your cash accounts once you connect a bank.',
  'cards-owed': 'Connect a credit card to see what you owe on it.',
  'after-cards': 'Cash accounts and credit cards that you connect are listed here.',
  owed: 'An invoice is listed here until it is paid in full.',
  overdue: 'An invoice that is not paid by its due date is listed here.',
  received: 'A client’s payment is listed here on the day you receive it.',
  spent: 'An expense is listed here as soon as it is added.',
  upcoming: 'An expense dated after today is listed here until that day.',
  'left-over': 'The month’s payments and expenses are listed here.',
  net: 'Unpaid invoices and this month’s expenses are listed here.',
  'average-per-day': 'The month’s expenses are listed here.',
  'largest-expense': 'The month’s largest expense is listed here.',
  'exchange-gains':
    'A payment in another currency is listed here once its rate and that of its invoice are known.',
}

/** Figures whose rows disappear again, so that an empty list does not mean that there never were any. */
const temporary: ReadonlySet<FigureName> = new Set<FigureName>(['owed', 'overdue', 'upcoming'])

export function emptyListText({ figure, month, today }: Pick<Figure, 'figure' | 'month' | 'today'>) {
  if (month === null) {
    return { title: `Nothing here ${temporary.has(figure) ? 'right now' : 'yet'}`, text: emptyTexts[figure] }
  }
  const isPast = lastDay(month) < today
  const what =
    figure === 'received'
      ? 'payment was received'
      : figure === 'exchange-gains'
        ? 'payment in another currency was received'
        : 'expense is dated'
  return {
    title: `Nothing here${isPast ? '' : ' yet'}`,
    text: `No ${what} in ${monthLabel(month, today)}.`,
  }
}
