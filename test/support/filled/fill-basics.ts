import { randomUUID } from 'node:crypto'
import { businesses } from '../../../src/platform/db/tables/business.ts'
import { clientEvents, clients } from '../../../src/platform/db/tables/clients.ts'
import { items } from '../../../src/platform/db/tables/items.ts'
import { exchangeRates } from '../../../src/platform/db/tables/rates.ts'
import { taxRates } from '../../../src/platform/db/tables/taxes.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'
import { fillPortal } from '../portal/fill-portal.ts'
import type { TestApp } from '../test-app.ts'
import { type Filling, lateFeeTerms } from './filling.ts'

/** Adds the details of the business, its clients, items, taxes and rates. Returns the id of a client. */
export async function fillBasics(
  { database }: TestApp,
  { businessId, userId, word, say, mail }: Filling,
  logoId: string,
): Promise<string> {
  const clientId = randomUUID()
  await withTenant(database, businessId, async ({ db }) => {
    await db.update(businesses).set({
      email: mail('business'),
      phone: say('1'),
      address: say('lane'),
      contactName: say('contact'),
      logoId,
      documentLook: 'modern',
      lateFeeTerms,
    })
    await db.insert(clients).values({
      businessId,
      id: clientId,
      createdBy: userId,
      companyName: say('company'),
      contactName: `=${say('formula')}`,
      email: mail('client'),
      phone: `+41 ${word}`,
      address: say('"street"\nand, town'),
    })
    await db.insert(clients).values({
      businessId,
      createdBy: userId,
      companyName: say('other'),
      email: mail('other'),
      createdAt: new Date(Date.now() + 1000),
    })
    await db.insert(clientEvents).values({ businessId, clientId, kind: 'merged', note: say('merged') })
    await fillPortal(db, { businessId, clientId, say, email: mail('proposed') })
    await db.insert(items).values({
      businessId,
      description: say('item'),
      rateMinor: 12_345,
      currency: 'USD',
      taxNames: [say('tax')],
    })
    await db.insert(taxRates).values({ businessId, name: say('tax'), rate: 7700, description: say('rate') })
    await db
      .insert(exchangeRates)
      .values({ businessId, currency: 'EUR', day: '2026-01-05', rate: '1.0843', createdBy: userId })
  })
  return clientId
}
