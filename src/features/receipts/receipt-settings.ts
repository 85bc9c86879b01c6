import { eq } from 'drizzle-orm'
import { receiptSettings } from '../../platform/db/tables/receipts.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import type * as contract from './contract.ts'
import { assertPlanHasReceipts } from './queries.ts'
import { defaultMissingFromMinor } from './rules.ts'

type SettingsRow = Omit<typeof receiptSettings.$inferSelect, 'businessId' | 'updatedAt'>

const defaults: SettingsRow = {
  mailName: null,
  mailSenders: [],
  keepsLocation: false,
  missingFromMinor: defaultMissingFromMinor,
}

export async function findSettings({ db }: Transaction, businessId: string): Promise<SettingsRow> {
  const [row] = await db.select().from(receiptSettings).where(eq(receiptSettings.businessId, businessId))
  return row ?? defaults
}

export function toSettings({ receiptMail }: Deps<'receiptMail'>, row: SettingsRow): contract.ReceiptSettings {
  return {
    address: receiptMail && row.mailName && `${row.mailName}@${receiptMail.domain}`,
    takesMail: receiptMail !== null,
    senders: row.mailSenders,
    keepsLocation: row.keepsLocation,
    missingFromMinor: row.missingFromMinor,
  }
}

export function getReceiptSettings(
  deps: Deps<'database' | 'receiptMail'>,
  { businessId }: Identity,
): Promise<contract.ReceiptSettings> {
  return withTenant(deps.database, businessId, async (tx) =>
    toSettings(deps, await findSettings(tx, businessId)),
  )
}

export function saveReceiptSettings(
  deps: Deps<'database' | 'now' | 'receiptMail'>,
  { businessId }: Identity,
  { senders, ...chosen }: BodyOf<typeof contract.saveReceiptSettings>,
): Promise<contract.ReceiptSettings> {
  return withTenant(deps.database, businessId, async (tx) => {
    await assertPlanHasReceipts(tx)
    const values = {
      ...chosen,
      mailSenders: [...new Set(senders.map((sender) => sender.toLowerCase()))],
      updatedAt: deps.now(),
    }
    const [row] = await tx.db
      .insert(receiptSettings)
      .values({ businessId, ...values })
      .onConflictDoUpdate({ target: receiptSettings.businessId, set: values })
      .returning()
    return toSettings(deps, row!)
  })
}
