import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import {
  type AnyField,
  dataFields,
  dataFileTooLargeText,
  dataKinds,
  dataSourceNames,
  maxDataFileBytes,
  maxDataRows,
} from './rules.ts'

const tag = 'Data imports'
const params = z.strictObject({ id: z.uuid() })
const kindSchema = z.enum(dataKinds)
const sourceSchema = z.enum(dataSourceNames)
const fieldSchema = z.enum([
  ...new Set(Object.values(dataFields).flatMap((fields) => Object.keys(fields))),
] as [AnyField, ...AnyField[]])
const columnsSchema = z.partialRecord(fieldSchema, z.int().min(0).max(1999))

/** What the owner decided about the file. What is left out is found in the file. */
export const choicesSchema = z.strictObject({
  source: sourceSchema.optional(),
  kind: kindSchema.optional(),
  /** The column of each field, counted from 0. */
  columns: columnsSchema.optional(),
  dates: z.enum(['dmy', 'mdy', 'ymd']).optional(),
  decimals: z.enum([',', '.']).optional(),
})

const statesSchema = z.strictObject({
  good: z.int(),
  error: z.int(),
  /** Here already. */
  existing: z.int(),
  /** Not to be imported, such as void invoices. */
  leftOut: z.int(),
})

/** Of what the rows become. */
const countsSchema = statesSchema.extend({
  /** Of the rows themselves: several can be lines of one invoice. */
  rows: statesSchema,
  /** Errors because there is no email address. */
  withoutEmail: z.int(),
})

export const dataImportSchema = z.strictObject({
  id: z.uuid(),
  fileName: z.string(),
  source: sourceSchema,
  kind: kindSchema,
  state: z.enum(['preview', 'importing', 'imported', 'failed', 'undoing', 'undone']),
  problem: z.string().nullable(),
  /** How far it is while it is written. */
  done: z.int(),
  total: z.int(),
  added: z.int(),
  skipped: z.int(),
  /** Records that undoing it left, because they were changed or used since. */
  kept: z.int(),
  /** Rows that can be downloaded, mended and sent again. */
  errors: z.int(),
  createdAt: z.iso.datetime(),
})
export type DataImport = z.infer<typeof dataImportSchema>

const readingSchema = z.strictObject({
  header: z.array(z.string()),
  /** The first rows, so that the owner can choose columns. */
  sample: z.array(z.array(z.string())),
  columns: columnsSchema,
  /** Fields without which nothing can be imported, and that no column has. */
  missing: z.array(fieldSchema),
  /** What the file alone cannot decide. The first reading of each is the one that was taken. */
  questions: z.array(
    z.strictObject({
      about: z.enum(['dates', 'decimals']),
      readings: z.array(z.strictObject({ value: z.string(), text: z.string() })),
    }),
  ),
})
export type DataReading = z.infer<typeof readingSchema>

export const dataPreviewSchema = z.strictObject({
  import: dataImportSchema,
  ...readingSchema.shape,
  choices: choicesSchema,
  counts: countsSchema,
})
export type DataPreview = z.infer<typeof dataPreviewSchema>

export const uploadDataFile = endpoint({
  method: 'post',
  path: '/api/v1/data-imports',
  access: { permission: 'money.write' },
  tag,
  summary: 'Read a file of another program and show what is in it; nothing is imported yet',
  query: z.strictObject({
    fileName: z.string().max(255).default(''),
    /** Makes the request idempotent. */
    requestId: z.uuid(),
    /** Left out: it is found in the file. */
    kind: kindSchema.optional(),
  }),
  takesFile: true,
  bodyLimit: maxDataFileBytes,
  tooLarge: dataFileTooLargeText,
  response: dataPreviewSchema,
  errors: ['INVALID_FILE_TYPE', 'PLAN_REQUIRED', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
})

export const previewDataFile = endpoint({
  method: 'post',
  path: '/api/v1/data-imports/{id}/preview',
  access: { permission: 'money.write' },
  tag,
  summary: 'Read the file again with what the owner has decided about it',
  params,
  body: z.strictObject({ choices: choicesSchema }),
  response: dataPreviewSchema,
  errors: ['INVALID_FILE_TYPE', 'NOT_FOUND', 'PLAN_REQUIRED', 'UNAVAILABLE'],
})

export const getDataPreview = endpoint({
  method: 'get',
  path: '/api/v1/data-imports/{id}/preview',
  access: { permission: 'money.read' },
  tag,
  summary: 'The preview of a file, as it was read last',
  params,
  response: dataPreviewSchema,
})

const rowSchema = z.strictObject({
  /** Identifies the row in `chosen`. */
  position: z.int(),
  /** The first row in the file. */
  rowNumber: z.int(),
  state: z.enum(['good', 'error', 'existing', 'left_out']),
  /** Whether it can be imported. */
  isChoosable: z.boolean(),
  /** What it becomes, in a few words: a name or a number, the person or company, the date, the amount. */
  title: z.string(),
  detail: z.string(),
  date: z.string().nullable(),
  currency: z.string().nullable(),
  amountMinor: z.int().nullable(),
  /** "Row 14, Due date: …" */
  problems: z.array(z.string()),
})
export type DataRow = z.infer<typeof rowSchema>

export const listDataRows = endpoint({
  method: 'get',
  path: '/api/v1/data-imports/{id}/rows',
  access: { permission: 'money.read' },
  tag,
  summary: 'The rows of a preview, those with errors first, 100 at a time',
  params,
  query: z.strictObject({
    filter: z.enum(['all', 'good', 'errors', 'existing']).default('all'),
    page: z.coerce.number<string>().int().min(0).max(maxDataRows).default(0),
  }),
  response: z.strictObject({ rows: z.array(rowSchema), count: z.int() }),
})

export const getErrorsFile = endpoint({
  method: 'get',
  path: '/api/v1/data-imports/{id}/errors',
  access: { permission: 'money.read' },
  tag,
  summary: 'The rows with errors, as the file has them, with a column that says what is wrong',
  params,
  givesFile: ['text/csv'],
})

const positionsSchema = z.array(z.int().min(0).max(maxDataRows)).max(maxDataRows)

export const confirmDataImport = endpoint({
  method: 'post',
  path: '/api/v1/data-imports/{id}/confirm',
  access: { permission: 'money.write' },
  tag,
  summary: 'Import the rows in the background; repeating it changes nothing',
  params,
  body: z.strictObject({
    /** All good rows, or the positions of these rows. */
    chosen: z.union([z.literal('all'), positionsSchema.min(1)]),
    /** With all good rows: those that are left out, and those that are here already and are imported all the same. */
    except: positionsSchema.default([]),
    also: positionsSchema.default([]),
  }),
  bodyLimit: 256 * 1024,
  response: dataImportSchema,
  errors: ['NOT_FOUND', 'PLAN_REQUIRED'],
})

export const listDataImports = endpoint({
  method: 'get',
  path: '/api/v1/data-imports',
  access: { permission: 'money.read' },
  tag,
  summary: 'Imported files, newest first, 50 at a time',
  query: z.strictObject({ after: z.string().max(200).optional() }),
  response: z.strictObject({ imports: z.array(dataImportSchema), next: z.string().nullable() }),
})

export const getDataImport = endpoint({
  method: 'get',
  path: '/api/v1/data-imports/{id}',
  access: { permission: 'money.read' },
  tag,
  summary: 'One imported file, and how far its import is',
  params,
  response: dataImportSchema,
})

export const undoDataImport = endpoint({
  method: 'post',
  path: '/api/v1/data-imports/{id}/undo',
  access: { permission: 'money.write' },
  tag,
  summary:
    'Remove what the import created, unless it was changed or used since; repeating it changes nothing',
  params,
  response: dataImportSchema,
  errors: ['NOT_FOUND', 'NOT_UNDOABLE', 'PERIOD_CLOSED'],
})

export const discardDataFile = endpoint({
  method: 'delete',
  path: '/api/v1/data-imports/{id}',
  access: { permission: 'money.write' },
  tag,
  summary: 'Leave a preview without importing it, and delete the file',
  params,
})

export const getDataTemplate = endpoint({
  method: 'get',
  path: '/api/v1/data-imports/templates/{kind}',
  access: { permission: 'money.read' },
  tag,
  summary: 'An empty file in the own form, with one example row',
  params: z.strictObject({ kind: kindSchema }),
  givesFile: ['text/csv'],
})
