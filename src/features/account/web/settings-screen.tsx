import { SubscriptionTab } from '../../billing/web/subscription-tab.tsx'
import { useCheckoutReturn } from '../../billing/web/use-checkout-return.ts'
import { SettingsPage } from '../../business/web/settings-page.tsx'
import { DataCards } from './data-cards.tsx'

/** /settings with what later features add to it. */
export function SettingsScreen() {
  useCheckoutReturn()
  return <SettingsPage subscription={<SubscriptionTab />} dataCards={<DataCards />} />
}
