import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { DataCards } from '../features/account/web/data-cards.tsx'
import type { Session } from '../features/auth/contract.ts'
import { PasswordCard } from '../features/auth/web/password-card.tsx'
import { useSession } from '../features/auth/web/session.ts'
import { SessionsCard } from '../features/auth/web/sessions-card.tsx'
import { SubscriptionTab } from '../features/billing/web/subscription-tab.tsx'
import { useCheckoutReturn } from '../features/billing/web/use-checkout-return.ts'
import { ProfileCard } from '../features/business/web/profile-card.tsx'
import { useProfileForm } from '../features/business/web/use-profile-form.ts'
import { LateFeeCard } from '../features/invoices/web/late-fees/late-fee-card.tsx'
import { useLateFeeForm } from '../features/invoices/web/late-fees/use-late-fee-form.ts'
import { NumbersTab } from '../features/invoices/web/numbers/numbers-tab.tsx'
import { useNumberingForm } from '../features/invoices/web/numbers/use-numbering-form.ts'
import { ExchangeRatesCard } from '../features/rates/web/exchange-rates-card.tsx'
import { ReminderSettingsTab } from '../features/reminders/web/reminder-settings-tab.tsx'
import { useReminderForm } from '../features/reminders/web/use-reminder-form.ts'
import { LeaveGuard } from '../web/forms/leave-guard.tsx'
import { Page } from '../web/layout/page.tsx'
import { PageHeader } from '../web/ui/page-header.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../web/ui/tabs.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The tab to show after the query was removed from the URL. */
    settingsTab?: 'subscription'
  }
}

// The profile is shown without a tab in the URL.
const tabsInUrl = ['reminders', 'subscription', 'numbers'] as const

export function SettingsPage() {
  const state = useSession()
  useCheckoutReturn()
  return state.status === 'signed-in' && <Settings session={state.session} />
}

function Settings({ session }: { session: Session }) {
  const { tab } = useSearch({ from: '/settings' })
  const { settingsTab } = useLocation().state
  const navigate = useNavigate()
  const profile = useProfileForm(session.user.id)
  const reminders = useReminderForm(session.user.id, tab === 'reminders')
  const lateFee = useLateFeeForm(session.user.id, tab === 'reminders')
  const numbers = useNumberingForm(session.user.id, tab === 'numbers')
  const isProfileDirty = profile.isDirty
  const areRemindersDirty = reminders.isDirty
  const isLateFeeDirty = lateFee.isDirty
  const areNumbersDirty = numbers.isDirty
  const isDirty = useCallback(
    () => isProfileDirty() || areRemindersDirty() || isLateFeeDirty() || areNumbersDirty(),
    [isProfileDirty, areRemindersDirty, isLateFeeDirty, areNumbersDirty],
  )
  const isOnlyProfile = !reminders.hasChanges && !lateFee.hasChanges && !numbers.hasChanges
  const changedForms = [
    (profile.form.formState.isDirty || isOnlyProfile) && 'your profile',
    reminders.hasChanges && 'your reminders',
    lateFee.hasChanges && 'your late fees',
    numbers.hasChanges && 'your invoice numbers',
  ]
    .filter(Boolean)
    .join(' and ')
  return (
    <Page width="settings">
      <PageHeader title="Settings" description="Your account and your business." />
      <Tabs
        value={tab ?? settingsTab ?? 'profile'}
        onValueChange={(next) => {
          const tabInUrl = tabsInUrl.find((name) => name === next)
          void navigate({
            to: '/settings',
            search: tabInUrl ? { tab: tabInUrl } : {},
            replace: true,
            resetScroll: false,
          })
        }}
      >
        <TabList label="Settings">
          <Tab value="profile">Profile</Tab>
          <Tab value="reminders">Reminders</Tab>
          <Tab value="subscription">Subscription</Tab>
          <Tab value="numbers">Numbers</Tab>
        </TabList>
        <TabPanel value="profile">
          <div className="flex flex-col gap-6">
            <ProfileCard handle={profile} />
            <ExchangeRatesCard business={session.business} />
            <PasswordCard />
            <SessionsCard timeZone={session.business.timeZone} />
            <DataCards />
          </div>
        </TabPanel>
        <TabPanel value="reminders">
          <div className="flex flex-col gap-6">
            <ReminderSettingsTab handle={reminders} />
            <LateFeeCard handle={lateFee} />
          </div>
        </TabPanel>
        <TabPanel value="subscription">
          <SubscriptionTab />
        </TabPanel>
        <TabPanel value="numbers">
          <NumbersTab handle={numbers} />
        </TabPanel>
      </Tabs>
      <LeaveGuard
        isDirty={isDirty}
        within="/settings"
        description={`Changes to ${changedForms} haven’t been saved and will be lost.`}
        onLeave={() => {
          profile.abandon()
          reminders.abandon()
          lateFee.abandon()
          numbers.abandon()
        }}
      />
    </Page>
  )
}
