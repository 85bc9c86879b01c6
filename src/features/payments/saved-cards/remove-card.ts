import { isOutOfReach } from '../accounts/card-failure.ts'
import { openAccount } from '../accounts/payment-accounts.ts'
import type { RemovedCard } from '../jobs.ts'
import type { PaymentDeps } from '../payment-deps.ts'

/** Removes an ended card at its provider. If the account is gone, so is the way to charge it. */
export async function removeCard(deps: PaymentDeps, { businessId, isOwn, card }: RemovedCard): Promise<void> {
  try {
    const account = await openAccount(
      deps,
      { businessId, provider: 'card', isOwn },
      'To remove a saved card of a client',
    )
    await account.savedCards?.remove(card)
  } catch (error) {
    if (!isOutOfReach(error, { isOwn })) throw error
    deps.log.info({ err: error, businessId }, 'a saved card could not be removed at its provider')
  }
}
