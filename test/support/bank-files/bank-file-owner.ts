import { randomUUID } from 'node:crypto'
import { confirmBankImport, uploadBankFile } from '../../../src/features/bank-files/contract.ts'
import type { BankFilePreview } from '../../../src/features/bank-files/contract.ts'
import { importFile } from '../../../src/features/bank-files/importing/import-file.ts'
import { undoFile } from '../../../src/features/bank-files/importing/undo-bank-import.ts'
import type { BankFilePool } from '../../../src/features/bank-files/reading/bank-file-pool.ts'
import type {
  BankFile,
  FileTransaction,
  Statement,
} from '../../../src/features/bank-files/reading/bank-file.ts'
import { packBankFile } from '../../../src/features/bank-files/reading/pack-bank-file.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'
import type { RequestOf } from '../../../src/shared/endpoint.ts'
import { type TestApp, answerOf } from '../test-app.ts'

/** Reads files that are written as JSON, so that a test says what is in them. */
export const plainReader: BankFilePool = {
  async run({ bytes, choices }) {
    const file = JSON.parse(Buffer.from(bytes).toString()) as BankFile | { problem: string }
    if ('problem' in file) return file
    return { file: packBankFile({ ...file, questions: choices.dates ? [] : file.questions }) }
  },
  end: async () => undefined,
}

type Row = Partial<FileTransaction> & Pick<FileTransaction, 'date' | 'amount'>

export const fileRow = (row: Row): FileTransaction => ({
  description: 'Payment',
  counterparty: null,
  reference: null,
  bankId: null,
  ...row,
})

export function statement(rows: readonly Row[], rest: Partial<Statement> = {}): Statement {
  return {
    account: 'DE89 3704 0044 0532 0130 00',
    bankName: 'Riverbank',
    currency: 'EUR',
    kind: 'cash',
    openingBalance: null,
    closingBalance: null,
    closingDate: null,
    reconciles: null,
    ...rest,
    transactions: rows.map(fileRow),
  }
}

export function fileOf(statements: readonly Statement[], rest: Partial<BankFile> = {}): Uint8Array {
  const file: BankFile = {
    format: 'csv',
    shape: 'riverbank',
    questions: [],
    ...rest,
    statements: [...statements],
  }
  return Buffer.from(JSON.stringify(file))
}

/** Sends files for one owner, and runs the jobs that follow. */
export function bankFileOwner(app: TestApp, { cookie, businessId }: { cookie: string; businessId: string }) {
  const upload = (bytes: Uint8Array, query: Partial<RequestOf<typeof uploadBankFile>['query']> = {}) =>
    app.send(
      uploadBankFile,
      {
        file: new Blob([new Uint8Array(bytes)]),
        query: { fileName: 'may.csv', requestId: randomUUID(), ...query },
      },
      { cookie },
    )
  const preview = async (bytes: Uint8Array): Promise<BankFilePreview> =>
    answerOf(uploadBankFile, await upload(bytes))
  /** To what is suggested, or to a new account. */
  const confirm = (shown: BankFilePreview, target: object = {}) =>
    app.send(
      confirmBankImport,
      {
        params: { id: shown.import.id },
        body: {
          choices: shown.choices,
          targets: shown.statements.map(({ suggestedAccountId }) => ({
            accountId: suggestedAccountId,
            ...target,
          })),
        },
      },
      { cookie },
    )
  const importAll = async (bytes: Uint8Array, target: object = {}) => {
    const shown = await preview(bytes)
    const { id } = await answerOf(confirmBankImport, await confirm(shown, target))
    await importFile(app.deps, { businessId, importId: id })
    return id
  }
  const undo = async (importId: string) => {
    await withTenant(app.database, businessId, ({ client }) =>
      client.query(`update bank_imports set state = 'undoing' where id = $1`, [importId]),
    )
    await undoFile(app.deps, { businessId, importId })
  }
  const rows = async <Found extends object>(text: string): Promise<Found[]> =>
    withTenant(app.database, businessId, async ({ client }) => (await client.query<Found>(text)).rows)
  const transactions = () =>
    rows<{ date: string; amount: number; description: string }>(
      `select date::text, (case when is_income then 1 else -1 end * amount_minor)::int as amount, description
       from transactions order by date, amount, description`,
    )
  return { upload, preview, confirm, importAll, undo, rows, transactions }
}
