import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { expenseCategories } from '../../../src/features/expenses/rules.ts'
import { businesses, invitations } from '../../../src/platform/db/tables/business.ts'
import {
  categories,
  categoryChanges,
  categoryMoves,
  formerCategoryNames,
} from '../../../src/platform/db/tables/categories.ts'
import { clientEvents, clients } from '../../../src/platform/db/tables/clients.ts'
import { items } from '../../../src/platform/db/tables/items.ts'
import { exchangeRates } from '../../../src/platform/db/tables/rates.ts'
import { taxRates } from '../../../src/platform/db/tables/taxes.ts'
import { ownFields } from '../../../src/platform/db/tables/team/own-fields.ts'
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
    await db.insert(invitations).values({
      businessId,
      email: mail('invited'),
      role: 'viewer',
      tokenHash: say('hash'),
      invitedBy: userId,
      sentAt: new Date(),
      expiresAt: new Date(),
    })
    // Those that requests of tests name.
    await db.insert(categories).values(
      expenseCategories.map((name, index) => ({
        businessId,
        kind: 'expense' as const,
        name,
        position: index + 2,
      })),
    )
    const [category] = await db
      .insert(categories)
      .values({ businessId, kind: 'expense', name: say('category'), position: 0, colour: 'teal' })
      .returning()
    await db.insert(categories).values({
      businessId,
      kind: 'expense',
      name: say('part'),
      position: 1,
      parentId: category!.id,
      taxTreatment: 'half',
    })
    await db
      .insert(formerCategoryNames)
      .values({ businessId, kind: 'expense', former: say('former'), categoryId: category!.id })
    const [change] = await db
      .insert(categoryChanges)
      .values({
        businessId,
        kind: 'expense',
        what: 'rename',
        fromName: say('former'),
        toName: say('category'),
        madeBy: userId,
        at: new Date(),
        undoUntil: new Date(),
        kept: { merged: null, parts: [], names: [say('name')], nameOf: null, accounts: [] },
      })
      .returning()
    await db
      .insert(categoryMoves)
      .values({ businessId, changeId: change!.id, holder: 'expenses:category', step: 0, ids: [randomUUID()] })
    await db.insert(items).values({
      businessId,
      description: say('item'),
      rateMinor: 12_345,
      currency: 'USD',
      taxNames: [say('tax')],
    })
    const fieldId = randomUUID()
    await db.insert(ownFields).values({
      businessId,
      id: fieldId,
      target: 'client',
      label: say('field'),
      kind: 'choice',
      choices: [say('choice')],
      position: 1,
    })
    await db
      .update(clients)
      .set({ ownFields: { [fieldId]: say('choice') } })
      .where(eq(clients.id, clientId))
    await db.insert(taxRates).values({ businessId, name: say('tax'), rate: 7700, description: say('rate') })
    await db
      .insert(exchangeRates)
      .values({ businessId, currency: 'EUR', day: '2026-01-05', rate: '1.0843', createdBy: userId })
  })
  return clientId
}
