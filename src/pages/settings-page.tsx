import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { DataCards } from '../features/account/web/data-cards.tsx'
import type { Session } from '../features/auth/contract.ts'
import { draftOwnerOf } from '../features/auth/web/draft-owner.ts'
import { PasswordCard } from '../features/auth/web/password-card.tsx'
import { useMay, useSession } from '../features/auth/web/session.ts'
import { SessionsCard } from '../features/auth/web/sessions-card.tsx'
import { includesFeature } from '../features/billing/rules.ts'
import { SubscriptionTab } from '../features/billing/web/subscription-tab.tsx'
import { useCheckoutReturn } from '../features/billing/web/use-checkout-return.ts'
import { businessQuery } from '../features/business/web/business-api.ts'
import { ProfileCard } from '../features/business/web/profile-card.tsx'
import { useProfileForm } from '../features/business/web/use-profile-form.ts'
import { ApprovalCard } from '../features/invoices/web/approval/approval-card.tsx'
import { useApprovalForm } from '../features/invoices/web/approval/use-approval-form.ts'
import { LateFeeCard } from '../features/invoices/web/late-fees/late-fee-card.tsx'
import { useLateFeeForm } from '../features/invoices/web/late-fees/use-late-fee-form.ts'
import { NumbersTab } from '../features/invoices/web/numbers/numbers-tab.tsx'
import { useNumberingForm } from '../features/invoices/web/numbers/use-numbering-form.ts'
import { ExchangeRatesCard } from '../features/rates/web/exchange-rates-card.tsx'
import { ReminderSettingsTab } from '../features/reminders/web/reminder-settings-tab.tsx'
import { useReminderForm } from '../features/reminders/web/use-reminder-form.ts'
import { TeamTab } from '../features/team/web/team-tab.tsx'
import { LeaveGuard } from '../web/forms/leave-guard.tsx'
import { Page } from '../web/layout/page.tsx'
import { PageHeader } from '../web/ui/page-header.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../web/ui/tabs.tsx'
import { MemberSettings } from './member-settings.tsx'
import { useSettingsTabs } from './use-settings-tabs.ts'

export function SettingsPage() {
  const state = useSession()
  const mayWrite = useMay('settings.write')
  useCheckoutReturn()
  if (state.status !== 'signed-in') return null
  return mayWrite ? <Settings session={state.session} /> : <MemberSettings session={state.session} />
}

/** For those who may change the settings of the business; only its owner sees what it pays. */
function Settings({ session }: { session: Session }) {
  const isOwner = useMay('business.own')
  const names = ['profile', 'reminders', isOwner && 'subscription', 'numbers', 'team'] as const
  const { tab, tabs } = useSettingsTabs(names.filter((name) => name !== false))
  const draftOwner = draftOwnerOf(session)
  const profile = useProfileForm(draftOwner)
  const reminders = useReminderForm(draftOwner, tab === 'reminders')
  const lateFee = useLateFeeForm(draftOwner, tab === 'reminders')
  const numbers = useNumberingForm(draftOwner, tab === 'numbers')
  const plan = useQuery(businessQuery).data?.plan
  const hasApproval = plan !== undefined && includesFeature(plan, 'severalUsers')
  const approval = useApprovalForm(draftOwner, hasApproval && tab === 'team')
  const isProfileDirty = profile.isDirty
  const areRemindersDirty = reminders.isDirty
  const isLateFeeDirty = lateFee.isDirty
  const areNumbersDirty = numbers.isDirty
  const isApprovalDirty = approval.isDirty
  const isDirty = useCallback(
    () =>
      isProfileDirty() || areRemindersDirty() || isLateFeeDirty() || areNumbersDirty() || isApprovalDirty(),
    [isProfileDirty, areRemindersDirty, isLateFeeDirty, areNumbersDirty, isApprovalDirty],
  )
  const isOnlyProfile = ![reminders, lateFee, numbers, approval].some(({ hasChanges }) => hasChanges)
  const changedForms = [
    (profile.form.formState.isDirty || isOnlyProfile) && 'your profile',
    reminders.hasChanges && 'your reminders',
    lateFee.hasChanges && 'your late fees',
    numbers.hasChanges && 'your invoice numbers',
    approval.hasChanges && 'the approval of invoices',
  ]
    .filter(Boolean)
    .join(' and ')
  return (
    <Page width="settings">
      <PageHeader title="Settings" description="Your account and your business." />
      <Tabs {...tabs}>
        <TabList label="Settings">
          <Tab value="profile">Profile</Tab>
          <Tab value="reminders">Reminders</Tab>
          {isOwner && <Tab value="subscription">Subscription</Tab>}
          <Tab value="numbers">Numbers</Tab>
          <Tab value="team">Team</Tab>
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
        {isOwner && (
          <TabPanel value="subscription">
            <SubscriptionTab />
          </TabPanel>
        )}
        <TabPanel value="numbers">
          <NumbersTab handle={numbers} />
        </TabPanel>
        <TabPanel value="team">
          <TeamTab session={session}>{hasApproval && <ApprovalCard handle={approval} />}</TeamTab>
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
          approval.abandon()
        }}
      />
    </Page>
  )
}
