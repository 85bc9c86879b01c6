import { eq } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import { AppError } from '../../shared/errors.ts'
import { dataKeys, secretAccesses } from '../db/tables/secrets.ts'
import type { Transaction } from '../db/transaction.ts'
import { type KeyRing, MasterKeyMissing } from './key-ring.ts'
import { holdCurrentVersion } from './master-keys.ts'
import { seal, SealBroken, unseal } from './seal.ts'

/** Where a value lies. A value is bound to it: moved to another row or column it cannot be read. */
export interface SecretContext {
  businessId: string
  table: string
  column: string
  /** Of the row; the business's own id where the table has one row a business. */
  rowId: string
}

export interface SecretAccess {
  /** Null when the product itself needs it. */
  userId: string | null
  /** What for, in words that the owner reads: "To send the invoice 1A2B3C4D to its client". */
  reason: string
}

/** Encrypts and decrypts what belongs to a business, with that business's own key. */
export interface Secrets {
  /**
   * Makes the key of the business if it has none yet. One that cannot be read is not replaced, because what it protects
   * may be mended from a backup: that is refused, and for the operator to decide.
   */
  seal(tx: Transaction, place: SecretContext, value: string): Promise<Buffer>
  /** Notes the access in the same transaction: use the value only once that has committed. */
  open(tx: Transaction, place: SecretContext, sealed: Buffer, access: SecretAccess): Promise<string>
}

export function createSecrets(ring: KeyRing): Secrets {
  return {
    async seal(tx, place, value) {
      const key = await keyToSealWith(tx, ring, place.businessId)
      return seal(key, Buffer.from(value), aboutValue(place))
    },
    async open(tx, place, sealed, { userId, reason }) {
      const { businessId, table, column } = place
      await tx.db.insert(secretAccesses).values({ businessId, secret: `${table}.${column}`, reason, userId })
      const key = await findDataKey(tx, ring, businessId)
      if (!key) throw new SealBroken('a business has a sealed value and no key')
      return unseal(key, sealed, aboutValue(place)).toString()
    },
  }
}

/** The key of a business was altered or wrapped with another master key, so that none of its values can be opened. */
class DataKeyBroken extends SealBroken {}

/** Whether a value could not be opened, and will not be until it is entered anew or the operator mends something. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof SealBroken || error instanceof MasterKeyMissing
}

/** Whether it was the key of the business that could not be read: then nothing can be entered anew either. */
export function isKeyUnreadable(error: unknown): boolean {
  return error instanceof DataKeyBroken || error instanceof MasterKeyMissing
}

async function keyToSealWith(tx: Transaction, ring: KeyRing, businessId: string): Promise<Buffer> {
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
  'Passwords and secret keys cannot be saved at the moment: the key that protects those of your business cannot be read. ' +
  'Whoever runs this installation has to mend that.'

const aboutValue = ({ businessId, table, column, rowId }: SecretContext) =>
  JSON.stringify(['value', businessId, table, column, rowId])

/** What a wrapped data key is bound to. */
export const aboutDataKey = (businessId: string, masterVersion: number) =>
  JSON.stringify(['data-key', businessId, masterVersion])

async function findDataKey(tx: Transaction, ring: KeyRing, businessId: string): Promise<Buffer | undefined> {
  const [row] = await tx.db
    .select({ wrapped: dataKeys.wrapped, version: dataKeys.masterVersion })
    .from(dataKeys)
    .where(eq(dataKeys.businessId, businessId))
  if (!row) return undefined
  const masterKey = await ring.masterKey(tx, row.version)
  try {
    return unseal(masterKey, row.wrapped, aboutDataKey(businessId, row.version))
  } catch (cause) {
    if (!(cause instanceof SealBroken)) throw cause
    throw new DataKeyBroken('the key of a business cannot be opened', { cause })
  }
}

async function addDataKey(tx: Transaction, ring: KeyRing, businessId: string): Promise<Buffer> {
  const masterVersion = await holdCurrentVersion(tx)
  const masterKey = await ring.masterKey(tx, masterVersion)
  const wrapped = seal(masterKey, randomBytes(32), aboutDataKey(businessId, masterVersion))
  await tx.db.insert(dataKeys).values({ businessId, wrapped, masterVersion }).onConflictDoNothing()
  // Somebody else's, if they were quicker.
  const key = await findDataKey(tx, ring, businessId)
  if (!key) throw new Error('the key that was just made is not there')
  return key
}
