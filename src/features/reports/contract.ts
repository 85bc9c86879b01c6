import { z } from 'zod'
import { isIsoDate } from '../../shared/dates.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { currencySchema } from '../business/contract.ts'
import { listFileTypes } from '../exports/contract.ts'
import { periodNames, units } from '../periods/rules.ts'
import { reportNames } from './rules.ts'

const tag = 'Reports'
const daySchema = z.string().refine(isIsoDate, 'Please choose a date.')
const params = z.strictObject({ name: z.enum(reportNames) })
const errors = ['PLAN_REQUIRED'] as const
export const reportFileTypes = { pdf: 'application/pdf', ...listFileTypes } as const
export type ReportFormat = keyof typeof reportFileTypes

/** What stands in the address of a report. Reports that have no use for a part ignore it. */
const queryShape = {
  period: z.enum(periodNames).default('this-year'),
  /** With the period `days`: the first and the last day. */
  from: daySchema.optional(),
  to: daySchema.optional(),
  /** accrual: when it was invoiced. cash: when it was paid. */
  basis: z.enum(['accrual', 'cash']).default('accrual'),
  /** One column for each of these; without it, one for the whole period. */
  by: z.enum(units).optional(),
  /** The period to compare with, if there is one column for the whole period. */
  compare: z.enum(['none', 'previous', 'last-year']).default('previous'),
  client: z.uuid().optional(),
  category: z.string().trim().min(1).max(100).optional(),
  /** Only what was in this currency, and in this currency. */
  currency: currencySchema.optional(),
}
const querySchema = z.strictObject(queryShape)
export type ReportQuery = z.infer<typeof querySchema>

export const columnKinds = ['text', 'money', 'count', 'percent', 'date', 'days', 'distance'] as const

const columnSchema = z.strictObject({
  key: z.string(),
  label: z.string(),
  /**
   * money: in minor units. percent: in thousandths of a percent. days: a number of days. distance: in thousandths of the unit, which the
   * label names.
   */
  kind: z.enum(columnKinds),
  /** False for figures of money that follow from others. */
  opens: z.boolean().optional(),
})

const rowSchema = z.strictObject({
  key: z.string(),
  label: z.string(),
  /** result: the figure that the report ends with. */
  kind: z.enum(['heading', 'row', 'total', 'result']),
  /** 0 for rows that stand by themselves, 1 for those below a heading. */
  level: z.int(),
  /** One for each column. */
  cells: z.array(z.union([z.int(), z.string(), z.null()])),
  /** Whether its figures can be opened: "Why this number?" */
  opens: z.boolean(),
  /** What the row is about, if that has a page. */
  link: z.strictObject({ kind: z.enum(['client', 'expense']), id: z.uuid() }).nullable(),
})
export type ReportRow = z.infer<typeof rowSchema>

const chartSchema = z.strictObject({
  labels: z.array(z.string()),
  series: z.array(
    z.strictObject({
      label: z.string(),
      /** in: green. out: red. net: the line for what is left. plain: the accent. */
      tone: z.enum(['in', 'out', 'net', 'plain']),
      kind: z.enum(['bar', 'line']),
      /** In minor units; counts if `isCount`. */
      values: z.array(z.int()),
    }),
  ),
  isCount: z.boolean(),
})
export type ReportChart = z.infer<typeof chartSchema>

/** Everything that a report shows. The page and all files are drawn from it. */
export const reportSchema = z.strictObject({
  name: z.enum(reportNames),
  title: z.string(),
  /** The days it is about; `from` is null for a report as of a day. */
  from: z.string().nullable(),
  to: z.string(),
  /** "January – March 2026" or "as of Mar 31, 2026". */
  periodLabel: z.string(),
  today: z.string(),
  basis: z.enum(['accrual', 'cash']).nullable(),
  /** What it is limited to, such as "Client: Blue Door Bakery". */
  filters: z.array(z.string()),
  /** Of all money in it. */
  currency: z.string(),
  locale: z.string(),
  /** What the report says, in plain words. */
  sentence: z.string(),
  /** The first column is the label of the row and is not among them. */
  columns: z.array(columnSchema),
  /** The heading of the first column. */
  rowHeading: z.string(),
  rows: z.array(rowSchema),
  chart: chartSchema.nullable(),
  /** What a reader has to know, such as amounts without an exchange rate or test payments. */
  notes: z.array(z.string()),
  /** The last closed day if it is within the report or after it. */
  closedThrough: z.string().nullable(),
})
export type Report = z.infer<typeof reportSchema>

const preparingSchema = z.strictObject({
  state: z.literal('preparing'),
  /** Invoices, expenses and transactions that are still to be counted. */
  left: z.int(),
})

export const getReport = endpoint({
  method: 'get',
  path: '/api/v1/reports/{name}',
  access: { permission: 'reports.read' },
  tag,
  summary: 'A report for a period',
  params,
  query: querySchema,
  response: z.discriminatedUnion('state', [
    z.strictObject({ state: z.literal('ready'), report: reportSchema }),
    preparingSchema,
  ]),
  errors,
})

export const entrySchema = z.strictObject({
  id: z.string(),
  date: z.string(),
  /** What it is, such as "Invoice 0012 · Blue Door Bakery". */
  text: z.string(),
  /** More about it, such as notes or a payment method. */
  detail: z.string(),
  document: z
    .strictObject({ kind: z.enum(['invoice', 'expense', 'transaction', 'client']), id: z.uuid() })
    .nullable(),
  /** What it adds to the figure, in the currency of the report; null if it can't be converted. */
  minor: z.int().nullable(),
  /** Only for an amount in another currency. */
  original: z.strictObject({ minor: z.int(), currency: z.string() }).nullable(),
  /** A test payment or the demo bank: no money moved. */
  isTest: z.boolean(),
  /** Counted later than its date, because the period of its date was closed. */
  actualDate: z.string().nullable(),
})
export type ReportEntry = z.infer<typeof entrySchema>

export const listReportEntries = endpoint({
  method: 'get',
  path: '/api/v1/reports/{name}/entries',
  access: { permission: 'reports.read' },
  tag,
  summary: 'What a figure of a report is made of, the latest first, 50 at a time',
  params,
  query: z.strictObject({
    ...queryShape,
    /** The keys of the row and the column of the figure. */
    row: z.string().max(300),
    column: z.string().max(100),
    after: z.string().max(200).optional(),
  }),
  response: z.strictObject({
    entries: z.array(entrySchema),
    /** The figure itself. */
    minor: z.int(),
    next: z.string().nullable(),
  }),
  errors,
})

export const getReportFile = endpoint({
  method: 'get',
  path: '/api/v1/reports/{name}/file',
  access: { permission: 'reports.read' },
  tag,
  summary: 'A report as a PDF, a CSV file or a spreadsheet',
  params,
  query: z.strictObject({ ...queryShape, format: z.enum(['pdf', 'csv', 'xlsx']) }),
  givesFile: Object.values(reportFileTypes),
  errors: [...errors, 'UNAVAILABLE'],
})
