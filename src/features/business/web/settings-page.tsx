import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useCallback } from 'react'

import { Page } from '../../../web/layout/page.tsx'
import { LeaveGuard } from '../../../web/leave-guard.tsx'
import { useSession } from '../../../web/session.ts'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../../web/ui/tabs.tsx'
import type { Session } from '../../auth/contract.ts'
import { PasswordCard } from '../../auth/web/password-card.tsx'
import { SessionsCard } from '../../auth/web/sessions-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { useProfileForm } from './use-profile-form.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The tab to show at an address that has been cleared. */
    settingsTab?: 'subscription'
  }
}

/** A tab with a form of its own. */
interface FormTab {
  content: ReactNode
  hasChanges: boolean
  /** The same, asked at any moment. Keep its identity stable. */
  isDirty: () => boolean
  giveUp: () => void
}

/** What later features put into the page. */
interface SettingsPageProps {
  reminders: FormTab
  subscription: ReactNode
  /** Last in the first tab: taking one's data along, and leaving for good. */
  dataCards?: ReactNode
}

export function SettingsPage(props: SettingsPageProps) {
  const state = useSession()
  return state.status === 'signed-in' && <Settings {...props} session={state.session} />
}

function Settings({ reminders, subscription, dataCards, session }: SettingsPageProps & { session: Session }) {
  const { tab } = useSearch({ from: '/settings' })
  const { settingsTab } = useLocation().state
  const navigate = useNavigate()
  const profile = useProfileForm(session.user.id)
  const isProfileDirty = profile.isDirty
  const areRemindersDirty = reminders.isDirty
  const isDirty = useCallback(
    () => isProfileDirty() || areRemindersDirty(),
    [isProfileDirty, areRemindersDirty],
  )
  const changedPlaces = [
    (profile.form.formState.isDirty || !reminders.hasChanges) && 'your profile',
    reminders.hasChanges && 'your reminders',
  ]
    .filter(Boolean)
    .join(' and ')
  return (
    <Page>
      <PageHeader title="Settings" description="Your account and your business." />
      <Tabs
        value={tab ?? settingsTab ?? 'profile'}
        onValueChange={(next) =>
          void navigate({
            to: '/settings',
            search: next === 'subscription' || next === 'reminders' ? { tab: next } : {},
            replace: true,
            resetScroll: false,
          })
        }
      >
        <TabList label="Settings">
          <Tab value="profile">Profile</Tab>
          <Tab value="reminders">Reminders</Tab>
          <Tab value="subscription">Subscription</Tab>
        </TabList>
        <TabPanel value="profile">
          <div className="flex max-w-2xl flex-col gap-6">
            <ProfileCard handle={profile} />
            <PasswordCard />
            <SessionsCard timeZone={session.business.timeZone} />
            {dataCards}
          </div>
        </TabPanel>
        <TabPanel value="reminders">{reminders.content}</TabPanel>
        <TabPanel value="subscription">{subscription}</TabPanel>
      </Tabs>
      <LeaveGuard
        isDirty={isDirty}
        within="/settings"
        description={`What you changed in ${changedPlaces} has not been saved and will be lost.`}
        onLeave={() => {
          profile.giveUp()
          reminders.giveUp()
        }}
      />
    </Page>
  )
}
