import { z } from 'zod'
import { maxMinor } from '../../shared/currencies.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { currencySchema } from '../business/contract.ts'
import { bankFileTooLargeText, maxBankFileBytes } from './rules.ts'

const tag = 'Bank files'
const params = z.strictObject({ id: z.uuid() })
const momentSchema = z.iso.datetime()
const columnSchema = z.int().min(0).max(499)

const columnsSchema = z.strictObject({
  date: columnSchema,
  amount: z.union([columnSchema, z.strictObject({ in: columnSchema, out: columnSchema })]),
  description: z.array(columnSchema).max(20),
  balance: columnSchema.optional(),
})
/** `cash` is a checking account. */
const accountKindSchema = z.enum(['cash', 'savings', 'credit'])

/** What the owner decided about the file. See `Choices` in reading/bank-file.ts. */
export const choicesSchema = z.strictObject({
  dates: z.enum(['dmy', 'mdy', 'ymd']).optional(),
  decimals: z.enum([',', '.']).optional(),
  sign: z.enum(['plain', 'reversed']).optional(),
  columns: columnsSchema.optional(),
})

const previewRowSchema = z.strictObject({
  date: z.string(),
  /** Negative if money went out. */
  amountMinor: z.int(),
  description: z.string(),
  counterparty: z.string().nullable(),
  /** The transaction is stored already. */
  isExisting: z.boolean(),
})

const statementSchema = z.strictObject({
  /** As the file names it; only the last four characters of a number. */
  accountName: z.string().nullable(),
  bankName: z.string().nullable(),
  /** In an archive of several files: the one that it is from. */
  fileName: z.string().nullable(),
  /** In the file. Null if the file does not say: then the owner chooses. */
  currency: z.string().nullable(),
  /** With which the amounts below are shown: that of the file, of the target, or the home currency. */
  shownCurrency: z.string(),
  kind: accountKindSchema,
  count: z.int(),
  /** How many of them are stored already, in the account that is suggested. */
  existing: z.int(),
  /** The days of the first and the last transaction. */
  firstDate: z.string().nullable(),
  lastDate: z.string().nullable(),
  inMinor: z.int(),
  outMinor: z.int(),
  openingMinor: z.int().nullable(),
  closingMinor: z.int().nullable(),
  /** Null if the file has no balances to compare. */
  reconciles: z.boolean().nullable(),
  /** The account that it goes to, if one is known: by its number, or because the last file of this form went there. */
  suggestedAccountId: z.uuid().nullable(),
  /** Sentences, such as about days between this file and those before, or about balances that do not join. */
  notices: z.array(z.string()),
  /** The first and the last transactions. */
  rows: z.array(previewRowSchema),
})
export type PreviewStatement = z.infer<typeof statementSchema>

const questionSchema = z.strictObject({
  about: z.enum(['dates', 'decimals', 'sign', 'columns']),
  /** In an archive of several files: the one with these readings. The answer counts for all of them. */
  fileName: z.string().nullable(),
  readings: z.array(
    z.strictObject({
      text: z.string(),
      choices: choicesSchema,
      sample: z.array(z.strictObject({ date: z.string(), amount: z.string(), description: z.string() })),
    }),
  ),
})
export type PreviewQuestion = z.infer<typeof questionSchema>

export const bankImportSchema = z.strictObject({
  id: z.uuid(),
  fileName: z.string(),
  format: z.enum(['csv', 'ofx', 'qif', 'mt940', 'camt', 'xlsx']),
  state: z.enum(['preview', 'importing', 'imported', 'failed', 'undoing', 'undone']),
  problem: z.string().nullable(),
  /** How far it is while it is written or undone. */
  done: z.int(),
  total: z.int(),
  added: z.int(),
  existing: z.int(),
  accounts: z.array(z.strictObject({ id: z.uuid(), label: z.string() })),
  createdAt: momentSchema,
})
export type BankImport = z.infer<typeof bankImportSchema>

export const previewSchema = z.strictObject({
  import: bankImportSchema,
  statements: z.array(statementSchema),
  /** To be answered before the import. Empty if the file is clear, or was answered for this form before. */
  questions: z.array(questionSchema),
  choices: choicesSchema,
  /** For a table: its first rows, so that the owner can choose columns. Null for other formats. */
  table: z
    .strictObject({
      header: z.array(z.string()).nullable(),
      rows: z.array(z.array(z.string())),
      /** The columns that were taken. */
      found: columnsSchema.nullable(),
      fileName: z.string().nullable(),
    })
    .nullable(),
})
export type BankFilePreview = z.infer<typeof previewSchema>

export const uploadBankFile = endpoint({
  method: 'post',
  path: '/api/v1/bank-imports',
  access: { permission: 'money.write' },
  tag,
  summary: 'Read a bank file and show what is in it; nothing is imported yet',
  query: z.strictObject({
    fileName: z.string().max(255).default(''),
    /** Makes the request idempotent. */
    requestId: z.uuid(),
  }),
  takesFile: true,
  bodyLimit: maxBankFileBytes,
  tooLarge: bankFileTooLargeText,
  response: previewSchema,
  errors: ['INVALID_FILE_TYPE', 'PLAN_REQUIRED', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
})

export const previewBankFile = endpoint({
  method: 'post',
  path: '/api/v1/bank-imports/{id}/preview',
  access: { permission: 'money.write' },
  tag,
  summary: 'Read the file again with what the owner has decided about it',
  params,
  body: z.strictObject({
    choices: choicesSchema,
    /** The chosen accounts, in the order of the statements. Null for a new one. */
    accountIds: z.array(z.uuid().nullable()).max(200).optional(),
  }),
  response: previewSchema,
  errors: ['INVALID_FILE_TYPE', 'NOT_FOUND', 'UNAVAILABLE'],
})

const targetSchema = z.strictObject({
  /** An account that exists, or null for a new one. */
  accountId: z.uuid().nullable(),
  /** For a new account: the name of the bank, and what kind of account it is. */
  bankName: z.string().trim().max(100).default(''),
  /** Of the account itself. If it is empty, the name in the file, or the kind of account. */
  accountName: z.string().trim().max(100).default(''),
  kind: accountKindSchema.default('cash'),
  currency: currencySchema.optional(),
  /** The balance after the last transaction, if the file does not say and the owner does. */
  closingMinor: z.int().min(-maxMinor).max(maxMinor).nullable().default(null),
  /** Leaves this statement of the file out. */
  skip: z.boolean().default(false),
})

export const confirmBankImport = endpoint({
  method: 'post',
  path: '/api/v1/bank-imports/{id}/confirm',
  access: { permission: 'money.write' },
  tag,
  summary: 'Import the transactions in the background; repeating it changes nothing',
  params,
  body: z.strictObject({
    choices: choicesSchema,
    /** One for each statement, in their order. */
    targets: z.array(targetSchema).min(1).max(200),
  }),
  response: bankImportSchema,
  errors: ['INVALID_FILE_TYPE', 'NOT_FOUND', 'PLAN_REQUIRED', 'UNAVAILABLE'],
})

export const listBankImports = endpoint({
  method: 'get',
  path: '/api/v1/bank-imports',
  access: { permission: 'money.read' },
  tag,
  summary: 'Imported bank files, newest first, 50 at a time',
  query: z.strictObject({ after: z.string().max(200).optional() }),
  response: z.strictObject({ imports: z.array(bankImportSchema), next: z.string().nullable() }),
})

export const getBankImport = endpoint({
  method: 'get',
  path: '/api/v1/bank-imports/{id}',
  access: { permission: 'money.read' },
  tag,
  summary: 'One imported bank file, and how far its import is',
  params,
  response: bankImportSchema.extend({
    /** How many transactions only this file contains. Undoing the import removes these. */
    removed: z.int(),
    /** How many of them are matched. Undoing the import undoes these matches. */
    matched: z.int(),
    /** How many expenses belong to them. Undoing the import leaves these. */
    expenses: z.int(),
    /** The accounts in which nothing is left then. Undoing the import removes these. */
    emptied: z.array(z.string()),
  }),
})

export const undoBankImport = endpoint({
  method: 'post',
  path: '/api/v1/bank-imports/{id}/undo',
  access: { permission: 'money.write' },
  tag,
  summary: 'Remove the transactions that only this file contains; repeating it changes nothing',
  params,
  response: bankImportSchema,
  errors: ['PERIOD_CLOSED', 'NOT_FOUND', 'NOT_UNDOABLE'],
})

export const discardBankFile = endpoint({
  method: 'delete',
  path: '/api/v1/bank-imports/{id}',
  access: { permission: 'money.write' },
  tag,
  summary: 'Leave a preview without importing it, and delete the file',
  params,
})
