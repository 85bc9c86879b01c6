import { DataCards } from '../features/account/web/data-cards.tsx'
import type { Session } from '../features/auth/contract.ts'
import { PasswordCard } from '../features/auth/web/password-card.tsx'
import { useMay } from '../features/auth/web/session.ts'
import { SessionsCard } from '../features/auth/web/sessions-card.tsx'
import { ExchangeRatesCard } from '../features/rates/web/exchange-rates-card.tsx'
import { OwnNameCard } from '../features/team/web/own-name-card.tsx'
import { TeamTab } from '../features/team/web/team-tab.tsx'
import { Page } from '../web/layout/page.tsx'
import { PageHeader } from '../web/ui/page-header.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../web/ui/tabs.tsx'
import { useSettingsTabs } from './use-settings-tabs.ts'

/** For members who may not change the settings of the business: what is their own, and the team. */
export function MemberSettings({ session }: { session: Session }) {
  const mayEnterRates = useMay('money.write')
  const { tabs } = useSettingsTabs(['profile', 'team'])
  return (
    <Page width="settings">
      <PageHeader title="Settings" description="Your account." />
      <Tabs {...tabs}>
        <TabList label="Settings">
          <Tab value="profile">Profile</Tab>
          <Tab value="team">Team</Tab>
        </TabList>
        <TabPanel value="profile">
          <div className="flex flex-col gap-6">
            <OwnNameCard user={session.user} />
            {mayEnterRates && <ExchangeRatesCard business={session.business} />}
            <PasswordCard />
            <SessionsCard timeZone={session.business.timeZone} />
            <DataCards />
          </div>
        </TabPanel>
        <TabPanel value="team">
          <TeamTab session={session} />
        </TabPanel>
      </Tabs>
    </Page>
  )
}
