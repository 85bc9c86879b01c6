import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ApiError, isNotFound } from '../../../web/api-client.ts'
import { BackLink } from '../../../web/layout/back-link.tsx'
import { NotFound } from '../../../web/layout/not-found.tsx'
import { PageSkeleton } from '../../../web/layout/page-skeleton.tsx'
import { Page } from '../../../web/layout/page.tsx'
import { pageTitle } from '../../../web/page-title.ts'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { PanelFallback } from '../../../web/ui/panel-fallback.tsx'
import { useDocumentTitle } from '../../../web/use-document-title.ts'
import type { Session } from '../../auth/contract.ts'
import { SignedIn, useToday } from '../../auth/web/signed-in.tsx'
import type { ClientAccount } from '../../clients/contract.ts'
import { clientQuery } from '../../clients/web/client-api.ts'
import { StatementActions } from './statement-actions.tsx'
import { type StatementChoice, statementQuery } from './statement-api.ts'
import { StatementEntries } from './statement-entries.tsx'
import { StatementFilters } from './statement-filters.tsx'
import { StatementSummary } from './statement-summary.tsx'
import { chosenDays } from './statement-url-state.ts'

/** /clients/{id}/statement */
export function ClientStatementPage() {
  const { id = '' } = useParams({ strict: false })
  return <SignedIn>{(session) => <ExistingClient key={id} id={id} session={session} />}</SignedIn>
}

function ExistingClient({ id, session }: { id: string; session: Session }) {
  const client = useQuery(clientQuery(id))
  useDocumentTitle(client.data && pageTitle(`Statement of ${client.data.companyName}`))
  if (client.isPending) return <PageSkeleton />
  if (client.data) return <ClientStatement client={client.data} session={session} />
  return isNotFound(client.error) ? (
    <NotFound title="Client Not Found" text="It doesn’t exist, or it was deleted.">
      <Link to="/clients">Back to Clients</Link>
    </NotFound>
  ) : (
    <Page>
      <ErrorState query={client} />
    </Page>
  )
}

/** The currencies in which the client has invoices, what is owed first. */
function currenciesOf({ owed, settled }: ClientAccount, home: string): string[] {
  const found = [...new Set([...owed, ...settled].map(({ currency }) => currency))]
  return found.length > 0 ? found : [home]
}

function ClientStatement({ client, session }: { client: ClientAccount; session: Session }) {
  const { id, companyName } = client
  const urlState = useSearch({ from: '/clients/$id/statement' })
  const navigate = useNavigate({ from: '/clients/$id/statement' })
  const today = useToday(session)
  const currencies = currenciesOf(client, session.business.currency)
  const [first = session.business.currency] = currencies
  const currency = urlState.currency ?? first
  const choice: StatementChoice = { ...chosenDays(urlState, today), currency }
  const statement = useQuery(statementQuery(id, choice))
  const errors = statement.error instanceof ApiError ? (statement.error.fields ?? {}) : {}
  const isRefused = Object.keys(errors).length > 0
  return (
    <Page>
      <PageHeader
        above={
          <BackLink to="/clients/$id" params={{ id }}>
            <span className="own-words wrap-anywhere">{companyName}</span>
          </BackLink>
        }
        title="Statement"
        description={
          <>
            What <span className="own-words wrap-anywhere">{companyName}</span> was invoiced, paid and owes.
          </>
        }
        actions={
          statement.data &&
          !statement.isError && (
            <StatementActions client={client} choice={choice} statement={statement.data} />
          )
        }
      />
      <StatementFilters
        urlState={urlState}
        today={today}
        currency={currency}
        currencies={currencies.includes(currency) ? currencies : [currency, ...currencies]}
        errors={errors}
        onChange={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      />
      {statement.data && !statement.isError ? (
        <div className="flex flex-col gap-6" aria-busy={statement.isPlaceholderData || undefined}>
          <StatementSummary statement={statement.data} />
          <section aria-labelledby="entries" className="flex flex-col gap-3">
            <h2 id="entries" className="text-base font-semibold text-foreground">
              Entries
            </h2>
            <StatementEntries statement={statement.data} />
          </section>
        </div>
      ) : (
        !isRefused && (
          <PanelFallback
            query={statement}
            title="The statement could not be loaded"
            sizes={['h-40 w-full', 'h-9 w-full', 'h-9 w-full']}
          />
        )
      )}
    </Page>
  )
}
