import { eq } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import { AppError } from '../../shared/errors.ts'
import { dataKeys, secretAccesses } from '../db/tables/installation/secrets.ts'
import type { Transaction } from '../db/transaction.ts'
import { type KeyRing, MasterKeyMissing } from './key-ring.ts'
import { holdCurrentVersion } from './master-keys.ts'
import { seal, DecryptionFailed, unseal } from './seal.ts'

/** Where a value is stored. The value is bound to it: it cannot be read from another row or column. */
export interface SecretContext {
  businessId: string
  table: string
  column: string
  /** The id of the row. The id of the business if the table has one row per business. */
  rowId: string
}

export interface SecretAccess {
  /** Null if the product itself needs the value. */
  userId: string | null
  /** The purpose, as text for the owner: "To send the invoice 1A2B3C4D to its client". */
  reason: string
}

/** Encrypts and decrypts values of a business with the business's own key. */
export interface Secrets {
  /** Creates the key of the business if it has none. Throws if it cannot be read: a backup may have it. */
  seal(tx: Transaction, context: SecretContext, value: string): Promise<Buffer>
  /** Records the access in the same transaction. Use the value only after it has committed. */
  open(tx: Transaction, context: SecretContext, sealed: Buffer, access: SecretAccess): Promise<string>
}

export function createSecrets(ring: KeyRing): Secrets {
  return {
    async seal(tx, context, value) {
      const key = await findOrAddDataKey(tx, ring, context.businessId)
      return seal(key, Buffer.from(value), valueContext(context))
    },
    async open(tx, context, sealed, { userId, reason }) {
      const { businessId, table, column } = context
      await tx.db.insert(secretAccesses).values({ businessId, secret: `${table}.${column}`, reason, userId })
      const key = await findDataKey(tx, ring, businessId)
      if (!key) throw new DecryptionFailed('a business has a sealed value and no key')
      return unseal(key, sealed, valueContext(context)).toString()
    },
  }
}

/** The key of a business was altered or has another master key: none of its values can be decrypted. */
class DataKeyBroken extends DecryptionFailed {}

/** Whether a value cannot be decrypted until the owner enters it again or the operator repairs something. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof DecryptionFailed || error instanceof MasterKeyMissing
}

/** Whether the key of the business is unreadable. Then no new value can be saved either. */
export function isKeyUnreadable(error: unknown): boolean {
  return error instanceof DataKeyBroken || error instanceof MasterKeyMissing
}

async function findOrAddDataKey(tx: Transaction, ring: KeyRing, businessId: string): Promise<Buffer> {
  try {
    return (await findDataKey(tx, ring, businessId)) ?? (await addDataKey(tx, ring, businessId))
  } catch (error) {
    if (!isKeyUnreadable(error)) throw error
    throw new AppError('UNAVAILABLE', keyUnreadable, {
      cause: new Error(`the key of business ${businessId} cannot be read`, { cause: error }),
    })
  }
}

const keyUnreadable =
  'Passwords and secret keys can’t be saved right now, because the key that protects them can’t be read. ' +
  'The operator of this installation needs to fix this.'

const valueContext = ({ businessId, table, column, rowId }: SecretContext) =>
  JSON.stringify(['value', businessId, table, column, rowId])

/** What a wrapped data key is bound to. */
export const dataKeyContext = (businessId: string, masterVersion: number) =>
  JSON.stringify(['data-key', businessId, masterVersion])

async function findDataKey(tx: Transaction, ring: KeyRing, businessId: string): Promise<Buffer | undefined> {
  const [row] = await tx.db
    .select({ wrapped: dataKeys.wrapped, version: dataKeys.masterVersion })
    .from(dataKeys)
    .where(eq(dataKeys.businessId, businessId))
  if (!row) return undefined
  const masterKey = await ring.masterKey(tx, row.version)
  try {
    return unseal(masterKey, row.wrapped, dataKeyContext(businessId, row.version))
  } catch (cause) {
    if (!(cause instanceof DecryptionFailed)) throw cause
    throw new DataKeyBroken('the key of a business cannot be opened', { cause })
  }
}

async function addDataKey(tx: Transaction, ring: KeyRing, businessId: string): Promise<Buffer> {
  const masterVersion = await holdCurrentVersion(tx)
  const masterKey = await ring.masterKey(tx, masterVersion)
  const wrapped = seal(masterKey, randomBytes(32), dataKeyContext(businessId, masterVersion))
  await tx.db.insert(dataKeys).values({ businessId, wrapped, masterVersion }).onConflictDoNothing()
  // Another transaction's key, if that was faster.
  const key = await findDataKey(tx, ring, businessId)
  if (!key) throw new Error('the key that was just made is not there')
  return key
}
