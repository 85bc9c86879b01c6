import {
  type Report,
  type ReportEntry,
  getReport,
  listReportEntries,
} from '../../../src/features/reports/contract.ts'
import type { RequestOf } from '../../../src/shared/endpoint.ts'
import { later } from '../figures/calendar.ts'
import { answerOf } from '../test-app.ts'
import { aYearEarlier } from './calendar.ts'
import { readFacts } from './facts.ts'
import { sumOf } from './fractions.ts'
import { readRawRows } from './raw-rows.ts'
import { type Cell, type Question, type Reckoned, reckon } from './reckon.ts'
import type { ReportWorld } from './world.ts'

type Query = RequestOf<typeof getReport>['query']
type Name = RequestOf<typeof getReport>['params']['name']

const queryOf = (question: Question) =>
  Object.fromEntries(Object.entries(question).filter(([part]) => part !== 'name')) as NonNullable<Query>

async function readReport({ app, cookie }: ReportWorld, question: Question): Promise<Report> {
  const params = { name: question.name as Name }
  // Several closings in a row are taken one by one, and the page asks again meanwhile.
  for (;;) {
    const response = await app.send(getReport, { params, query: queryOf(question) }, { cookie })
    const answer = await answerOf(getReport, response)
    if (answer.state === 'ready') return answer.report
  }
}

/** All pages of what a figure is made of. Each names the figure itself. */
async function readEntries({ app, cookie }: ReportWorld, question: Question, row: string, column: string) {
  const entries: ReportEntry[] = []
  let minor: number | null = null
  for (let after: string | null = ''; after !== null;) {
    const query = { ...queryOf(question), row, column, ...(after && { after }) } as RequestOf<
      typeof listReportEntries
    >['query']
    const params = { name: question.name as Name }
    const page = await answerOf(
      listReportEntries,
      await app.send(listReportEntries, { params, query }, { cookie }),
    )
    if (minor !== null && page.minor !== minor) throw new Error(`the pages of ${row} name different figures`)
    minor = page.minor
    entries.push(...page.entries)
    after = page.next
  }
  return { entries, minor: minor! }
}

const differs = (a: number, b: number, loose: number) => Math.abs(a - b) > (loose === 0 ? 0 : loose + 1)

/** Opens some figures of a report: the entries of each have to come to it. Returns what is wrong. */
async function openSome(
  world: ReportWorld,
  question: Question,
  report: Report,
  { loose }: Reckoned,
  max: number,
) {
  const figures = report.rows
    .filter(({ opens }) => opens)
    .flatMap((row) => report.columns.map((column, index) => ({ row, column, cell: row.cells[index] })))
    .filter(({ column, cell }) => column.kind === 'money' && typeof cell === 'number')
  const wrong: string[] = []
  for (let n = 0; n < max && figures.length > 0; n += 1) {
    const [{ row, column, cell } = figures[0]!] = figures.splice(world.upTo(figures.length - 1), 1)
    const { entries, minor } = await readEntries(world, question, row.key, column.key)
    const sum = sumOf(entries.map((entry) => entry.minor ?? 0))
    if (differs(minor, Number(cell), loose)) wrong.push(`${row.key} ${column.key}: ${cell} opens ${minor}`)
    if (differs(sum, minor, loose)) wrong.push(`${row.key} ${column.key}: entries of ${minor} come to ${sum}`)
    if (new Set(entries.map(({ id }) => id)).size < entries.length)
      wrong.push(`${row.key} ${column.key}: an entry twice`)
  }
  return wrong
}

const allDays = ({ day }: ReportWorld) => ({
  period: 'days',
  from: aYearEarlier(later(day, -60)),
  to: later(day, 120),
})

/** Every report of all days, month by month where it can. */
export function allQuestions(world: ReportWorld): Question[] {
  const all = { ...allDays(world), basis: 'cash' as const, compare: 'none' }
  const byMonth = { ...all, by: 'month' }
  const both = (name: string) => [
    { ...byMonth, name },
    { ...byMonth, name, basis: 'accrual' as const },
  ]
  return [
    ...both('profit-and-loss'),
    ...both('taxes'),
    ...both('income-by-client'),
    { ...all, name: 'taxes' },
    { ...all, name: 'taxes', basis: 'accrual' },
    { ...byMonth, name: 'cash-flow' },
    { ...byMonth, name: 'income-by-item', basis: 'accrual' },
    { ...byMonth, name: 'expenses-by-category' },
    { ...byMonth, name: 'expenses-by-merchant' },
    { ...all, name: 'payments-by-method' },
    { ...all, name: 'missing-receipts' },
    { ...all, name: 'mileage' },
    { ...all, name: 'owed-by-age', period: 'this-year' },
  ]
}

async function drawQuestions(world: ReportWorld): Promise<Question[]> {
  const { pick, chance } = world
  const { rows: clients } = await world.run(
    'select id from clients where business_id = $1 order by company_name',
    [world.businessId],
  )
  const today = world.today()
  const periods = [
    'this-month',
    'last-month',
    'this-quarter',
    'last-quarter',
    'this-year',
    'last-year',
    'this-year',
    'days',
  ]
  const draw = (name: string, parts: string): Question => {
    const has = (part: string) => parts.includes(part)
    const period = pick(periods)
    const [one, other] = [world.date(), pick([today, world.date()])]
    const days = { from: one < other ? one : other, to: one < other ? other : one }
    return {
      name,
      period,
      ...(period === 'days' && days),
      basis: has('basis') ? pick(['accrual', 'cash'] as const) : 'cash',
      compare: has('compare') ? pick(['none', 'previous', 'last-year']) : 'none',
      ...(has('by') && chance(0.5) && { by: pick(['month', 'quarter', 'year']) }),
      ...(has('client') && clients.length > 0 && chance(0.15) && { client: pick(clients).id }),
      ...(has('category') && chance(0.2) && { category: 'Rent' }),
      ...(has('currency') && chance(0.15) && { currency: world.currency() }),
    }
  }
  const everything = { period: 'days', from: aYearEarlier(later(world.day, -60)), to: later(world.day, 120) }
  const income = draw('profit-and-loss', 'basis by compare client currency')
  return [
    { ...income, ...everything, basis: 'accrual' },
    { ...income, ...everything, basis: 'cash' },
    draw('profit-and-loss', 'basis by compare client currency'),
    draw('profit-and-loss', 'basis by compare client currency'),
    draw('cash-flow', 'by compare currency'),
    { ...draw('cash-flow', ''), ...everything },
    draw('owed-by-age', 'client currency'),
    { ...draw('owed-by-age', ''), period: 'this-year' },
    draw('income-by-client', 'basis by compare client currency'),
    { ...draw('income-by-item', 'by compare client currency'), basis: 'accrual' },
    draw('expenses-by-category', 'by compare category currency'),
    draw('expenses-by-merchant', 'by compare category currency'),
    draw('taxes', 'basis by'),
    { ...draw('taxes', 'basis'), ...everything },
    draw('payments-by-method', 'client currency'),
    { ...draw('payments-by-method', ''), ...everything },
    { ...draw('mileage', ''), ...(chance(0.5) && everything) },
    { ...draw('missing-receipts', 'category'), ...(chance(0.5) && everything) },
  ]
}

const cellsByRow = ({ rows }: Report): Record<string, Cell[]> =>
  Object.fromEntries(rows.filter(({ kind }) => kind !== 'heading').map(({ key, cells }) => [key, cells]))

const sorted = (rows: Record<string, Cell[]>) =>
  Object.entries(rows)
    .map(([key, cells]) => `${key}: ${JSON.stringify(cells)}`)
    .toSorted()

export interface Difference {
  question: Question
  said: string[]
  expected: string[]
}

/** Reads every report and calculates it from the tables. Returns where the two differ. */
export async function compareReports(
  world: ReportWorld,
  { opened = 3, questions }: { opened?: number; questions?: Question[] } = {},
): Promise<Difference[]> {
  const rows = await readRawRows(world)
  const facts = await readFacts(world, rows)
  const differences: Difference[] = []
  for (const question of questions ?? (await drawQuestions(world))) {
    const report = await readReport(world, question)
    const reckoned = reckon(world, rows, facts, question)
    const [said, expected] = [sorted(cellsByRow(report)), sorted(reckoned.rows)]
    if (said.join('\n') !== expected.join('\n'))
      differences.push({
        question,
        said: said.filter((line) => !expected.includes(line)),
        expected: expected.filter((line) => !said.includes(line)),
      })
    const wrong = await openSome(world, question, report, reckoned, opened)
    if (wrong.length > 0) differences.push({ question, said: wrong, expected: [] })
  }
  return differences
}
