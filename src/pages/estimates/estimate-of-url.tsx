import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, Fragment } from 'react'
import type { Session } from '../../features/auth/contract.ts'
import { SignedIn } from '../../features/auth/web/signed-in.tsx'
import type { Estimate } from '../../features/estimates/contract.ts'
import { estimateQuery } from '../../features/estimates/web/estimate-api.ts'
import { isNotFound } from '../../web/api-client.ts'
import { NotFound } from '../../web/layout/not-found.tsx'
import { PageSkeleton } from '../../web/layout/page-skeleton.tsx'
import { Page } from '../../web/layout/page.tsx'
import { pageTitle } from '../../web/page-title.ts'
import { ErrorState } from '../../web/ui/error-state.tsx'
import { useDocumentTitle } from '../../web/use-document-title.ts'

interface EstimateOfUrlProps {
  children: (estimate: Estimate, session: Session) => ReactNode
}

/** The estimate that the URL names, or that it could not be found or loaded. */
export function EstimateOfUrl({ children }: EstimateOfUrlProps) {
  const { id = '' } = useParams({ strict: false })
  return (
    <SignedIn>
      {(session) => (
        <Loaded key={id} id={id}>
          {(estimate) => children(estimate, session)}
        </Loaded>
      )}
    </SignedIn>
  )
}

function Loaded({ id, children }: { id: string; children: (estimate: Estimate) => ReactNode }) {
  const estimate = useQuery(estimateQuery(id))
  useDocumentTitle(estimate.data && pageTitle(`Estimate ${estimate.data.number}`))
  if (estimate.isPending) return <PageSkeleton />
  if (estimate.data) return <Fragment>{children(estimate.data)}</Fragment>
  return isNotFound(estimate.error) ? (
    <NotFound title="Estimate Not Found" text="It doesn’t exist, or it was deleted.">
      <Link to="/estimates">Back to Estimates</Link>
    </NotFound>
  ) : (
    <Page>
      <ErrorState query={estimate} />
    </Page>
  )
}
