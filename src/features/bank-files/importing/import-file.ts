import { bankStatements, type ImportTarget } from '../../../platform/db/tables/banking.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { removeStoredFiles } from '../../../platform/files/stored-files.ts'
import type { JobRun } from '../../../platform/jobs/job.ts'
import type { Currency } from '../../../shared/currencies.ts'
import { AppError } from '../../../shared/errors.ts'
import { lockBanks, lockPresent } from '../../banking/connection-queries.ts'
import { lockRules } from '../../banking/sync/transaction-steps.ts'
import type { BankFileDeps } from '../bank-file-deps.ts'
import type { ImportRef } from '../jobs.ts'
import { type ImportRow, changeImport, findImport } from '../queries.ts'
import type { PackedFile, PackedStatement } from '../reading/pack-bank-file.ts'
import { listStoredRows, listTargetAccounts, refreshBalances } from './account-queries.ts'
import { createFileAccount } from './create-file-account.ts'
import { rememberShape } from './file-shapes.ts'
import { idsInOrder } from './ids-in-order.ts'
import { balancesOf, rangeOf, toIncoming } from './make-preview.ts'
import { planStatements } from './plan-import-rules.ts'
import { readKept } from './preview-bank-file.ts'
import { writeRows } from './write-rows.ts'

/** Imports a confirmed file in one transaction: all of it, or nothing. */
export async function importFile(
  deps: BankFileDeps,
  { businessId, importId }: ImportRef,
  { isLastTry }: Pick<JobRun, 'isLastTry'> = { isLastTry: false },
): Promise<void> {
  const row = await withTenant(deps.database, businessId, (tx) => findImport(tx, businessId, importId))
  if (row?.state !== 'importing') return
  try {
    const file = await readKept(deps, row, row.choices)
    await withTenant(deps.database, businessId, (tx) => store(tx, deps, row, file))
  } catch (error) {
    // The sentence is for the owner, unless the reader was only busy.
    const isFinal = error instanceof AppError && error.code !== 'UNAVAILABLE'
    if (!isFinal && !isLastTry) throw error
    if (!isFinal) deps.log.error({ err: error, businessId, importId }, 'a bank file could not be imported')
    const problem = isFinal ? error.message : 'This file couldn’t be imported. Please send it again.'
    await withTenant(deps.database, businessId, (tx) => markFailed(tx, deps, row, problem))
  }
}

async function markFailed(
  tx: Transaction,
  { jobs, now }: BankFileDeps,
  { businessId, id, fileId }: ImportRow,
  problem: string,
): Promise<void> {
  const row = await findImport(tx, businessId, id)
  if (row?.state !== 'importing') return
  await changeImport(tx, row, { state: 'failed', problem, fileId: null, done: 0, updatedAt: now() })
  if (fileId) await removeStoredFiles(tx, jobs, businessId, [fileId])
}

interface Aim {
  statement: PackedStatement
  target: ImportTarget
  currency: Currency
  position: number
}

async function store(tx: Transaction, deps: BankFileDeps, row: ImportRow, file: PackedFile): Promise<void> {
  const { jobs, now, matchReceipts, matchTransactions } = deps
  const { businessId, id, fileId } = row
  await lockBanks(tx, businessId)
  // Another run may have finished it meanwhile.
  if ((await findImport(tx, businessId, id))?.state !== 'importing') return
  const accounts = await resolveAccounts(tx, deps, row, file)
  await lockRules(tx, businessId, 'read')
  const counts = { added: 0, existing: 0 }
  for (const [accountId, aims] of accounts) {
    const written = await storeAccount(tx, deps, {
      row,
      shape: file.shape,
      accountId,
      aims,
      done: sumOf(counts),
    })
    counts.added += written.added
    counts.existing += written.existing
  }
  const accountIds = [...accounts.keys()]
  await refreshBalances(tx, { businessId, now: now() }, accountIds)
  await tx.client.query(
    `update bank_connections c set last_synced_at = $3, updated_at = $3 from bank_accounts a
     where a.business_id = $1 and a.id = any($2::uuid[]) and c.business_id = $1 and c.id = a.connection_id and c.source = 'file'`,
    [businessId, accountIds, now()],
  )
  if (file.statements.length === 1)
    await rememberShape(
      tx,
      { businessId, shape: file.shape },
      { accountId: accountIds[0] ?? null, updatedAt: now() },
    )
  await changeImport(tx, row, {
    state: 'imported',
    problem: null,
    fileId: null,
    ...counts,
    done: sumOf(counts),
    total: sumOf(counts),
    updatedAt: now(),
  })
  if (fileId) await removeStoredFiles(tx, jobs, businessId, [fileId])
  if (counts.added === 0) return
  await matchReceipts(tx, businessId)
  await matchTransactions(tx, businessId)
}

const sumOf = ({ added, existing }: { added: number; existing: number }) => added + existing

/** The statements of each account. New accounts are made; statements with the same new account in the file share it. */
async function resolveAccounts(
  tx: Transaction,
  deps: BankFileDeps,
  { businessId, createdBy, targets }: ImportRow,
  { statements }: PackedFile,
): Promise<Map<string, Aim[]>> {
  if (targets.length !== statements.length)
    throw new Error('the file has other statements than when it was confirmed')
  const existing = new Map((await listTargetAccounts(tx, businessId)).map((account) => [account.id, account]))
  const made = new Map<string, string>()
  const accounts = new Map<string, Aim[]>()
  for (const [position, statement] of statements.entries()) {
    const target = targets[position]!
    const { accountId, currency } = target
    // One without a date has neither transactions nor a balance.
    if (target.skip || currency === null || statement.firstDate === null) continue
    const found = accountId === null ? undefined : existing.get(accountId)
    if (accountId !== null && !found)
      throw new AppError('NOT_FOUND', 'The account was removed before the file was imported.')
    // A sync of the same account waits until this transaction ends.
    if (found) await lockPresent(tx, found.connectionId)
    const sameNew = `${statement.account ?? position} ${currency}`
    const id =
      found?.id ??
      made.get(sameNew) ??
      (await createFileAccount(tx, deps, { businessId, createdBy }, { target, statement, currency }))
    if (!found) made.set(sameNew, id)
    accounts.set(id, [...(accounts.get(id) ?? []), { statement, target, currency, position }])
  }
  return accounts
}

interface AccountImport {
  row: ImportRow
  shape: string
  accountId: string
  aims: readonly Aim[]
  done: number
}

async function storeAccount(
  tx: Transaction,
  deps: BankFileDeps,
  { row, shape, accountId, aims, done }: AccountImport,
): Promise<{ added: number; existing: number }> {
  const { businessId, id: importId } = row
  const range = rangeOf(aims.map(({ statement }) => statement))
  const stored = range ? await listStoredRows(tx, { businessId, accountId }, range) : []
  const incoming = await Promise.all(aims.map(({ statement, currency }) => toIncoming(statement, currency)))
  const ids = idsInOrder(incoming)
  const plans = planStatements(shape, stored, incoming, (position) => ids[position]!)
  const counts = { added: 0, existing: 0 }
  for (const [n, { statement, target, currency, position }] of aims.entries()) {
    const plan = plans[n] ?? []
    const into = { businessId, importId, accountId, currency, now: deps.now() }
    await writeRows(tx, into, statement, plan, (written) => {
      reportProgress(deps, row, done + sumOf(counts) + written)
    })
    counts.added += plan.filter(({ isNew }) => isNew).length
    counts.existing += plan.filter(({ isNew }) => !isNew).length
    const { firstDate, lastDate } = statement
    if (firstDate === null || lastDate === null) continue
    const { openingMinor, closingMinor } = balancesOf(statement, currency)
    await tx.db.insert(bankStatements).values({
      businessId,
      importId,
      accountId,
      position,
      firstDate,
      lastDate,
      openingMinor,
      closingMinor: closingMinor ?? target.closingMinor,
    })
  }
  return counts
}

/** On another connection, so that pages see it before the transaction ends. Nothing waits for it. */
function reportProgress({ database, log }: BankFileDeps, { businessId, id }: ImportRow, done: number): void {
  withTenant(database, businessId, ({ client }) =>
    client.query(
      `update bank_imports set done = $3 where business_id = $1 and id = $2 and state = 'importing' and done < $3`,
      [businessId, id, done],
    ),
  ).catch((error: unknown) => log.warn({ err: error }, 'the progress of an import was not written'))
}
