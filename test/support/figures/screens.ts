import { getDashboard } from '../../../src/features/dashboard/contract.ts'
import { getExpenseSummary, listExpenses } from '../../../src/features/expenses/contract.ts'
import { type Figure, type FigureRow, getFigure } from '../../../src/features/figures/contract.ts'
import { type FigureName, figureNames, monthlyFigures } from '../../../src/features/figures/rules.ts'
import { getInvoiceSummary, listInvoices } from '../../../src/features/invoices/contract.ts'
import { answerOf } from '../test-app.ts'
import { type Screens, byCurrency, monthsAround } from './reckoning.ts'
import { amountText, otherText } from './sums.ts'
import type { FigureWorld } from './world.ts'

const pageSize = 50

/** Reads all pages of a list, and checks that each except the last is full. */
async function walk<Page extends { next: string | null }, Item>(
  read: (cursor: { after?: string }) => Promise<Page>,
  itemsOf: (page: Page) => Item[],
): Promise<{ items: Item[]; pages: Page[] }> {
  const pages = [await read({})]
  for (let { next } = pages[0]!; next; { next } = pages.at(-1)!) {
    if (itemsOf(pages.at(-1)!).length !== pageSize) throw new Error('a page before the last is not full')
    pages.push(await read({ after: next }))
  }
  return { items: pages.flatMap(itemsOf), pages }
}

function amountOf({ minor, original }: FigureRow): string {
  if (!original) return amountText({ minor })
  const { invoiceRate, ...from } = original
  return amountText({ minor, original: from, invoiceRate })
}

function words(row: FigureRow): string {
  if (row.kind === 'account') {
    const balance = row.isKnown ? amountOf(row) : 'unknown'
    return `account ${row.id} ${balance} ${row.isStale ? 'stale' : 'fresh'} ${row.asOf}`
  }
  const name = row.kind === 'expense' ? row.category : (row.clientName ?? 'for nobody')
  return `${row.kind} ${name} ${row.id} ${row.date} ${amountOf(row)}`
}

/**
 * Opens a figure to its last row. It must be the sum of its rows; where currencies were converted as a whole, up to what
 * rounding each row can make.
 */
async function openFigure({ app, cookie }: FigureWorld, figure: FigureName, month?: string) {
  const ofMonth = month === undefined ? {} : { month }
  const read = async (cursor: { after?: string }): Promise<Figure> =>
    answerOf(
      getFigure,
      await app.send(getFigure, { params: { figure }, query: { ...ofMonth, ...cursor } }, { cookie }),
    )
  const { items, pages } = await walk(read, ({ rows }) => rows)
  const { minor, testMinor, count, other, terms } = pages[0]!
  const parts = [...terms, ...items]
  const sum = parts.reduce((all, part) => all + (part.minor ?? 0), 0)
  // An invoice that is paid in parts counts once, with a row for each open part.
  const counted = items.filter(
    (one, index) => one.kind !== 'invoice' || items.findIndex(({ id }) => id === one.id) === index,
  )
  const further = items.length - counted.length
  const rounded = terms.length > 0 ? 0 : other.reduce((all, one) => all + one.count + 1, further) / 2
  const isOff =
    figure === 'average-per-day' ? Math.abs(minor * 30 - sum) > 15 : Math.abs(minor - sum) > rounded
  const isMiscounted = terms.reduce((all, term) => all + term.count, counted.length) !== count
  const isTornApart = pages.some((page) => page.minor !== minor || page.count !== count)
  if (isOff || isMiscounted || isTornApart) throw new Error(`${figure} ${month} is not what it shows: ${sum}`)
  const shown = items.map(words)
  return {
    minor,
    testMinor,
    count,
    other,
    made: [
      ...terms.map((term) => {
        const facts = [term.figure, term.month, term.minor, term.count].filter((one) => one !== null)
        return `${facts.join(' ')}${otherText(term.other)}`
      }),
      // The order of accounts does not matter.
      ...(items[0]?.kind === 'account' ? shown.toSorted() : shown),
    ],
  }
}

async function openFigures(world: FigureWorld, today: string): Promise<Screens['figures']> {
  const opened: Screens['figures'] = {}
  for (const figure of figureNames) opened[figure] = await openFigure(world, figure)
  for (const month of monthsAround(today)) {
    for (const figure of monthlyFigures) opened[`${figure} ${month}`] = await openFigure(world, figure, month)
  }
  return opened
}

async function walkLists({ app, cookie }: FigureWorld, today: string): Promise<Screens['lists']> {
  const invoices = async (status: 'pending' | 'overdue' | 'paid') => {
    const read = async (cursor: { after?: string }) =>
      answerOf(listInvoices, await app.send(listInvoices, { query: { status, ...cursor } }, { cookie }))
    const { items } = await walk(read, (page) => page.invoices)
    return items.map(({ openMinor, currency }) => ({ minor: openMinor, currency }))
  }
  const read = async (cursor: { after?: string }) =>
    answerOf(listExpenses, await app.send(listExpenses, { query: cursor }, { cookie }))
  const { items } = await walk(read, (page) => page.expenses)
  const spent = (holds: (date: string) => boolean) =>
    items
      .filter(({ date }) => holds(date))
      .map(({ amountMinor, currency }) => ({ minor: amountMinor, currency }))
  const overdue = await invoices('overdue')
  return {
    open: byCurrency([...overdue, ...(await invoices('pending'))]),
    overdue: byCurrency(overdue),
    paid: (await invoices('paid')).length,
    spentInMonth: byCurrency(spent((date) => date.slice(0, 7) === today.slice(0, 7))),
    upcoming: byCurrency(spent((date) => date > today)),
  }
}

function omit<T extends object, Key extends keyof T>(object: T, keys: readonly Key[]): Omit<T, Key> {
  const left = Object.entries(object).filter(([key]) => !keys.includes(key as Key))
  return Object.fromEntries(left) as Omit<T, Key>
}

/** Returns what the owner sees on every page that shows money, and behind each number. */
export async function lookAtScreens(world: FigureWorld): Promise<Screens> {
  const { app, cookie } = world
  const seen = await answerOf(getDashboard, await app.send(getDashboard, {}, { cookie }))
  const { tests, ...sums } = seen
  const notSums = ['plan', 'isEmpty', 'needs', 'firstSteps', 'openInvoices', 'latestExpenses'] as const
  const dashboard = omit(sums, notSums)
  return {
    figures: await openFigures(world, dashboard.today),
    dashboard: { ...dashboard, testMinor: tests.minor },
    invoices: await answerOf(getInvoiceSummary, await app.send(getInvoiceSummary, {}, { cookie })),
    expenses: await answerOf(getExpenseSummary, await app.send(getExpenseSummary, {}, { cookie })),
    lists: await walkLists(world, dashboard.today),
  }
}
