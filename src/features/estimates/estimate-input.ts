import type { Transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { saveClient } from '../clients/save-client.ts'
import { readOwnValues } from '../fields/read-own-values.ts'
import { totalsFor } from '../invoices/columns.ts'
import { prefixContentFields } from '../invoices/prefix-content-fields.ts'
import { getLogo } from '../invoices/queries.ts'
import type { EstimateInput } from './contract.ts'

/** Converts the owner's input to columns. Saves the client, and links the content to it by id. */
export async function estimateInputColumns(
  tx: Transaction,
  deps: Deps<'log'>,
  owner: Pick<Identity, 'businessId' | 'userId' | 'business'>,
  { content, issueDate, validUntil, sendOption }: EstimateInput,
) {
  const { currency, charge, client } = content
  const format = { currency, locale: owner.business.locale }
  const { totalMinor } = await prefixContentFields(async () => totalsFor(charge, format))
  await prefixContentFields(() => getLogo(tx, owner.businessId, content.logoId))
  const ownFields = await prefixContentFields(() => readOwnValues(tx, 'invoice', content.ownFields))
  const clientId = await saveClient(tx, deps.log, owner, { ...client, currency })
  return {
    content: { ...content, ownFields, client: { ...client, id: clientId } },
    clientId,
    clientName: client.name,
    clientEmail: client.email,
    issueDate,
    validUntil,
    sendOption,
    currency,
    totalMinor,
  }
}
