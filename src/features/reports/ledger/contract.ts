import { z } from 'zod'
import { isIsoDate } from '../../../shared/dates.ts'
import { endpoint } from '../../../shared/endpoint.ts'
import { listExport, listFormatSchema } from '../../exports/contract.ts'
import { accountTypes, isAccount, maxCodeLength, maxNameLength } from './chart-rules.ts'

const tag = 'Reports'
const errors = ['PLAN_REQUIRED'] as const
const path = '/api/v1/reports/accounts'

const chartSchema = z.strictObject({
  accounts: z.array(
    z.strictObject({
      /** What the journal calls it, such as expense:Rent. */
      account: z.string(),
      code: z.string(),
      name: z.string(),
      type: z.enum(accountTypes),
    }),
  ),
})
export type Chart = z.infer<typeof chartSchema>

export const getChart = endpoint({
  method: 'get',
  path,
  access: { permission: 'reports.read' },
  tag,
  summary: 'The accounts of the general ledger, with the number and the name that files give them',
  response: chartSchema,
  errors,
})

const codeSchema = z
  .string()
  .trim()
  .min(1, 'Please enter a number.')
  .max(maxCodeLength, `Please use at most ${maxCodeLength} characters.`)
  .regex(/^[A-Za-z0-9.-]*$/, 'Please use only letters, digits, dots and hyphens.')
const nameSchema = z
  .string()
  .trim()
  .min(1, 'Please enter a name.')
  .max(maxNameLength, `Please use at most ${maxNameLength} characters.`)

const maxAccounts = 1000

export const saveChart = endpoint({
  method: 'put',
  path,
  access: { permission: 'reports.write' },
  tag,
  summary: 'Change the numbers and names of accounts; those that are left out have the standard ones again',
  body: z.strictObject({
    accounts: z
      .record(z.string().max(200), z.strictObject({ code: codeSchema, name: nameSchema }))
      .refine((given) => Object.keys(given).length <= maxAccounts, 'These are too many accounts.')
      .refine((given) => Object.keys(given).every(isAccount), 'One of these accounts doesn’t exist.'),
  }),
  bodyLimit: 512 * 1024,
  response: chartSchema,
  errors,
})

const daySchema = z.string().refine(isIsoDate, 'Please choose a date.')

export const getLedgerFile = endpoint({
  ...listExport,
  access: { permission: 'reports.read' },
  path: '/api/v1/reports/ledger',
  tag,
  summary: 'The general ledger of a period as a spreadsheet',
  query: z.strictObject({
    format: listFormatSchema,
    from: daySchema,
    to: daySchema,
    /** accrual: when it was invoiced. cash: when it was paid. */
    basis: z.enum(['accrual', 'cash']),
  }),
})
