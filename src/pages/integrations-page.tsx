import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useEffect } from 'react'
import { integrationsQuery } from '../features/integrations/web/integrations-api.ts'
import { IntegrationsPanels } from '../features/integrations/web/integrations-panels.tsx'
import { IntegrationsSkeleton } from '../features/integrations/web/integrations-skeleton.tsx'
import { integrationsTabs, readIntegrationsUrlState } from '../features/integrations/web/integrations-tab.ts'
import { TestPaymentsNotice } from '../features/payments/web/test-payments-notice.tsx'
import { messageOf } from '../web/api-client.ts'
import { Page } from '../web/layout/page.tsx'
import { Card } from '../web/ui/card.tsx'
import { ErrorState } from '../web/ui/error-state.tsx'
import { PageHeader } from '../web/ui/page-header.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../web/ui/tabs.tsx'
import { showError } from '../web/ui/toast.ts'

export function IntegrationsPage() {
  const { tab = 'payments' } = useSearch({ from: '/integrations' })
  const navigate = useNavigate()
  const integrations = useQuery(integrationsQuery)
  const { data, error } = integrations
  const failed = !data && error
  useEffect(() => {
    if (failed) showError('Failed to load profile data')
  }, [failed])
  return (
    <Page>
      <PageHeader
        title="Business Integrations"
        description={
          <>
            Take payments and send email with your own accounts.
            <span className="flex items-baseline gap-1.5">
              <Lock aria-hidden className="size-3.5 shrink-0 translate-y-0.5" />
              Sensitive credentials are encrypted.
            </span>
          </>
        }
      />
      <Tabs
        value={tab}
        onValueChange={(next) =>
          void navigate({
            to: '/integrations',
            search: readIntegrationsUrlState({ tab: next }),
            replace: true,
            resetScroll: false,
          })
        }
      >
        <TabList label="Business Integrations">
          {Object.entries(integrationsTabs).map(([value, label]) => (
            <Tab key={value} value={value}>
              {label}
            </Tab>
          ))}
        </TabList>
        {data ? (
          <IntegrationsPanels integrations={data} abovePayments={<TestPaymentsNotice />} />
        ) : (
          <TabPanel value={tab}>
            {failed ? (
              <Card>
                <ErrorState
                  title="Your integrations could not be loaded"
                  text={messageOf(error, 'Please try again.')}
                  query={integrations}
                />
              </Card>
            ) : (
              <IntegrationsSkeleton tab={tab} />
            )}
          </TabPanel>
        )}
      </Tabs>
    </Page>
  )
}
