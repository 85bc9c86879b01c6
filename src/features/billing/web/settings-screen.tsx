import { SettingsPage } from '../../business/web/settings-page.tsx'
import { SubscriptionTab } from './subscription-tab.tsx'
import { useCheckoutReturn } from './use-checkout-return.ts'

/** /settings with what billing adds to it. */
export function SettingsScreen() {
  useCheckoutReturn()
  return <SettingsPage subscription={<SubscriptionTab />} />
}
