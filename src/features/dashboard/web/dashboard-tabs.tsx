import { useNavigate, useSearch } from '@tanstack/react-router'
import { Telescope } from 'lucide-react'
import { Card } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../../web/ui/tabs.tsx'
import { includesFeature, planFeatures, plans } from '../../billing/rules.ts'
import type { Dashboard } from '../contract.ts'
import { toUrlState } from './dashboard-url-state.ts'
import { ExpensesTab } from './expenses-tab.tsx'
import { InvoicesTab } from './invoices-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'

export function DashboardTabs({ dashboard }: { dashboard: Dashboard }) {
  const { tab = 'overview' } = useSearch({ from: '/dashboard' })
  const navigate = useNavigate({ from: '/dashboard' })
  const hasForecast = includesFeature(dashboard.plan, 'forecast')
  const shown = tab === 'forecast' && !hasForecast ? 'overview' : tab

  return (
    <section aria-labelledby="dashboard-details">
      <h2 id="dashboard-details" className="sr-only">
        Details
      </h2>
      <Tabs
        value={shown}
        // Replaces the history entry, so that the Back button does not lead through the tabs.
        onValueChange={(next) =>
          void navigate({ search: toUrlState(next), replace: true, resetScroll: false })
        }
      >
        <TabList label="Details">
          <Tab value="overview">Overview</Tab>
          <Tab value="invoices">Invoices</Tab>
          <Tab value="expenses">Expenses</Tab>
          <Tab
            value="forecast"
            disabled={!hasForecast}
            note={hasForecast ? undefined : plans[planFeatures.forecast.from].label}
          >
            Forecast
          </Tab>
        </TabList>
        <TabPanel value="overview">
          <OverviewTab dashboard={dashboard} />
        </TabPanel>
        <TabPanel value="invoices">
          <InvoicesTab dashboard={dashboard} />
        </TabPanel>
        <TabPanel value="expenses">
          <ExpensesTab dashboard={dashboard} />
        </TabPanel>
        <TabPanel value="forecast">
          <Card>
            <EmptyState
              icon={Telescope}
              title="The forecast is being prepared"
              text="It’s part of your plan but isn’t available yet. Every number on this page is something you’ve already recorded."
            />
          </Card>
        </TabPanel>
      </Tabs>
    </section>
  )
}
