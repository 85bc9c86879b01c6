import { z } from 'zod'
import type { ErrorCode } from '../../shared/errors.ts'

/** What a list can be exported as. */
export const listFormatSchema = z.enum(['csv', 'xlsx'])
export type ListFormat = z.infer<typeof listFormatSchema>

export const listFileTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<ListFormat, string>

/** Shared by the endpoints that export a list. */
export const listExport = {
  method: 'get',
  givesFile: [listFileTypes.csv, listFileTypes.xlsx],
  errors: ['PLAN_REQUIRED', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'] satisfies ErrorCode[],
} as const
