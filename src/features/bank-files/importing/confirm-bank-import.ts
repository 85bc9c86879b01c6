import type { ImportTarget } from '../../../platform/db/tables/banking.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../../platform/http/api.ts'
import type { BodyOf } from '../../../shared/endpoint.ts'
import { AppError, invalidField } from '../../../shared/errors.ts'
import { maxConnections } from '../../banking/banking-limits.ts'
import { listConnections } from '../../banking/connection-queries.ts'
import type { BankFileDeps } from '../bank-file-deps.ts'
import type * as contract from '../contract.ts'
import type { BankImport } from '../contract.ts'
import { importBankFile } from '../jobs.ts'
import { assertPlanHasBankFiles, changeImport, getImport, getImportView, lockImport } from '../queries.ts'
import type { PackedFile, PackedStatement } from '../reading/pack-bank-file.ts'
import { type TargetAccount, listTargetAccounts } from './account-queries.ts'
import { rememberShape } from './file-shapes.ts'
import { accountNotFound, openQuestions } from './make-preview.ts'
import { problemInCurrency } from './minor-amount-rules.ts'
import { readKept } from './preview-bank-file.ts'

type Body = BodyOf<typeof contract.confirmBankImport>

/** Has a job import the file. If it was confirmed before, nothing changes. */
export async function confirmBankImport(
  deps: BankFileDeps,
  { businessId }: Identity,
  id: string,
  { choices, targets }: Body,
): Promise<BankImport> {
  const { database, jobs, now } = deps
  const row = await withTenant(database, businessId, async (tx) => {
    const found = await getImport(tx, businessId, id)
    if (found.state === 'preview') await assertPlanHasBankFiles(tx)
    return found
  })
  if (row.state !== 'preview')
    return withTenant(database, businessId, (tx) => getImportView(tx, businessId, id))
  const file = await readKept(deps, row, choices)
  assertAnswered(file, { choices, targets })
  return withTenant(database, businessId, async (tx) => {
    const { state } = await lockImport(tx, businessId, id)
    if (state === 'preview') {
      const accounts = await listTargetAccounts(tx, businessId)
      const chosen = targets.map((target, n) => resolveTarget(target, file.statements[n]!, accounts))
      await assertRoom(tx, chosen)
      const total = file.statements.reduce((sum, { count }, n) => sum + (chosen[n]?.skip ? 0 : count), 0)
      const updatedAt = now()
      const { shape } = file
      await changeImport(tx, row, {
        state: 'importing',
        choices: { ...choices },
        shape,
        targets: chosen,
        total,
        updatedAt,
      })
      await rememberShape(tx, { businessId, shape }, { choices, updatedAt })
      await jobs.enqueue(tx, importBankFile, { businessId, importId: id })
    }
    return getImportView(tx, businessId, id)
  })
}

function assertAnswered({ questions, statements }: PackedFile, { choices, targets }: Body): void {
  if (openQuestions(questions, choices).length > 0)
    throw invalidField('choices', 'Please answer the questions about this file first.')
  if (targets.length !== statements.length)
    throw invalidField(
      'targets',
      `This file has ${statements.length === 1 ? 'one account' : `${statements.length} accounts`}. Please choose where each goes.`,
    )
  if (targets.every(({ skip }) => skip))
    throw invalidField('targets', 'Please choose at least one account to import.')
}

/** Names the currency of a target, or refuses it. */
function resolveTarget(
  target: Body['targets'][number],
  statement: PackedStatement,
  accounts: readonly TargetAccount[],
): ImportTarget {
  const { accountId, skip } = target
  const account = accounts.find(({ id }) => id === accountId)
  if (accountId !== null && !account) throw accountNotFound()
  if (skip) return { ...target, currency: null }
  const currency = account?.currency ?? statement.currency ?? target.currency
  if (currency === undefined)
    throw invalidField('targets', 'This file doesn’t say its currency. Please choose it.')
  for (const other of [statement.currency, target.currency]) {
    if (other !== null && other !== undefined && other !== currency)
      throw invalidField('targets', `The amounts are in ${other}, but this account is in ${currency}.`)
  }
  const problem = problemInCurrency(statement, currency)
  if (problem) throw new AppError('INVALID_FILE_TYPE', problem)
  return { ...target, currency }
}

/** Each new account is a bank in the list. */
async function assertRoom(tx: Transaction, targets: readonly ImportTarget[]): Promise<void> {
  const added = targets.filter(({ accountId, skip }) => accountId === null && !skip).length
  if (added === 0 || (await listConnections(tx)).length + added <= maxConnections) return
  throw invalidField(
    'targets',
    `You can have up to ${maxConnections} banks. Please remove one, or choose fewer.`,
  )
}
