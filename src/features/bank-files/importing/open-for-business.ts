import { businesses } from '../../../platform/db/tables/business.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { type Currency, defaultCurrency, isCurrency } from '../../../shared/currencies.ts'
import { AppError } from '../../../shared/errors.ts'
import type { BankFileDeps } from '../bank-file-deps.ts'
import type { BankFileTask } from '../reading/bank-file-pool.ts'
import { openBankFile } from '../reading/open-bank-file.ts'
import type { PackedFile, PackedStatement } from '../reading/pack-bank-file.ts'

/** Reads a file as its business would. Throws INVALID_FILE_TYPE with a sentence for the owner if it cannot be imported. */
export async function openForBusiness(
  deps: BankFileDeps,
  businessId: string,
  task: Omit<BankFileTask, 'home'>,
): Promise<PackedFile> {
  const home = await withTenant(deps.database, businessId, homeCurrency)
  const file = await openBankFile(deps, { ...task, home })
  return { ...file, statements: file.statements.map(withKnownCurrency) }
}

export async function homeCurrency({ db }: Transaction): Promise<Currency> {
  // No filter: the transaction sees one business only.
  const [business] = await db.select({ currency: businesses.currency }).from(businesses)
  return business?.currency ?? defaultCurrency
}

/** In ISO 4217 the code for "no currency". Some banks write it where theirs should stand. */
const noCurrency = 'XXX'
const isKnown = (code: string): boolean => isCurrency(code)

function withKnownCurrency(statement: PackedStatement): PackedStatement {
  const { currency } = statement
  if (currency === null || isKnown(currency)) return statement
  if (currency === noCurrency) return { ...statement, currency: null }
  throw new AppError(
    'INVALID_FILE_TYPE',
    `The amounts in this file are in ${currency.slice(0, 20)}, which is not a currency that we know.`,
  )
}
