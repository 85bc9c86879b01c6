import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import { Page } from '../../../web/layout/page.tsx'
import { useSession } from '../../../web/session.ts'
import { Button } from '../../../web/ui/button.tsx'
import {
  Card,
  CardContent,
  CardDescription,
  CardFooter,
  CardHeader,
  CardTitle,
} from '../../../web/ui/card.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../../web/ui/tabs.tsx'
import type { Session } from '../../auth/contract.ts'
import { ChangePasswordDialog } from '../../auth/web/change-password-dialog.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The tab to show at an address that has been cleared. */
    settingsTab?: 'subscription'
  }
}

interface SettingsPageProps {
  /** What a later feature puts into the second tab. */
  subscription: ReactNode
}

export function SettingsPage({ subscription }: SettingsPageProps) {
  const state = useSession()
  const { tab } = useSearch({ from: '/settings' })
  const { settingsTab } = useLocation().state
  const navigate = useNavigate()
  if (state.status !== 'signed-in') return null
  return (
    <Page>
      <PageHeader title="Settings" description="Your account and your business." />
      <Tabs
        value={tab ?? settingsTab ?? 'profile'}
        onValueChange={(next) =>
          void navigate({
            to: '/settings',
            search: next === 'subscription' ? { tab: next } : {},
            replace: true,
            resetScroll: false,
          })
        }
      >
        <TabList label="Settings">
          <Tab value="profile">Profile</Tab>
          <Tab value="subscription">Subscription</Tab>
        </TabList>
        <TabPanel value="profile">
          <ProfileCard session={state.session} />
        </TabPanel>
        <TabPanel value="subscription">{subscription}</TabPanel>
      </Tabs>
    </Page>
  )
}

function ProfileCard({ session }: { session: Session }) {
  const [changing, setChanging] = useState(false)
  return (
    <Card className="max-w-2xl">
      <CardHeader>
        <CardTitle>Your account</CardTitle>
        <CardDescription>Who you are signed in as.</CardDescription>
      </CardHeader>
      <CardContent>
        <dl className="divide-y divide-border">
          <Entry label="Full Name" value={session.user.name} />
          <Entry label="Email" value={session.user.email} />
          <Entry label="Business Name" value={session.business.name} />
        </dl>
      </CardContent>
      <CardFooter>
        <Button variant="secondary" onClick={() => setChanging(true)}>
          <KeyRound aria-hidden />
          Update Password
        </Button>
      </CardFooter>
      <ChangePasswordDialog open={changing} onOpenChange={setChanging} />
    </Card>
  )
}

function Entry({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-col gap-0.5 py-3 first:pt-0 last:pb-0 sm:flex-row sm:items-baseline sm:gap-4">
      <dt className="shrink-0 sm:w-40 text-sm text-muted">{label}</dt>
      <dd className="min-w-0 font-medium break-words text-foreground">{value}</dd>
    </div>
  )
}
