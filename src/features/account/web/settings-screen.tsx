import { useSearch } from '@tanstack/react-router'

import { useSession } from '../../../web/session.ts'
import { SubscriptionTab } from '../../billing/web/subscription-tab.tsx'
import { useCheckoutReturn } from '../../billing/web/use-checkout-return.ts'
import { SettingsPage } from '../../business/web/settings-page.tsx'
import { ReminderSettingsTab } from '../../reminders/web/reminder-settings-tab.tsx'
import { useReminderForm } from '../../reminders/web/use-reminder-form.ts'
import { DataCards } from './data-cards.tsx'

/** /settings with what later features add to it. */
export function SettingsScreen() {
  const state = useSession()
  useCheckoutReturn()
  return state.status === 'signed-in' && <Settings userId={state.session.user.id} />
}

function Settings({ userId }: { userId: string }) {
  const { tab } = useSearch({ from: '/settings' })
  const reminders = useReminderForm(userId, tab === 'reminders')
  return (
    <SettingsPage
      reminders={{ ...reminders, content: <ReminderSettingsTab handle={reminders} /> }}
      subscription={<SubscriptionTab />}
      dataCards={<DataCards />}
    />
  )
}
