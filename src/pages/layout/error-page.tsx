import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { RotateCw, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { ApiError, messageOf } from '../../web/api-client.ts'
import { Page } from '../../web/layout/page.tsx'
import { Button } from '../../web/ui/button.tsx'
import { ErrorState } from '../../web/ui/error-state.tsx'
import { isNotLoaded, isServerReachable } from '../lazy-page.ts'

/** Shown instead of a page that threw an error. The header and the footer still work. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  if (isNotLoaded(error)) return <NotLoaded />
  function tryAgain() {
    reset()
    void router.invalidate()
  }
  return (
    <Page width="narrow">
      <div role="alert" className="flex flex-col items-center py-10 text-center sm:py-16">
        <span className="mb-4 flex size-12 items-center justify-center rounded-full bg-negative-soft text-negative ring-8 ring-negative-soft/40">
          <TriangleAlert aria-hidden className="size-5" />
        </span>
        <h1 className="text-2xl font-semibold tracking-tight text-foreground">Something went wrong</h1>
        <p className="mt-2 max-w-md text-muted">
          {messageOf(error, 'This page could not be shown. Everything you’ve saved is safe.')}
        </p>
        {error instanceof ApiError && error.requestId && (
          <p className="mt-2 text-sm text-muted">
            If you ask for help, mention the number <code>{error.requestId}</code>.
          </p>
        )}
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <Button onClick={tryAgain}>
            <RotateCw aria-hidden />
            Try again
          </Button>
          <Button asChild variant="secondary">
            <Link to="/">Back to Home</Link>
          </Button>
        </div>
      </div>
    </Page>
  )
}

/** Reloads once the server responds. Before that, a reload would show the browser's own error page. */
function NotLoaded() {
  const [isTrying, setIsTrying] = useState(false)
  async function tryAgain() {
    setIsTrying(true)
    if (await isServerReachable()) window.location.reload()
    else setIsTrying(false)
  }
  return (
    <Page>
      <ErrorState
        level={1}
        title="This page could not be loaded"
        retrying={isTrying}
        onRetry={() => void tryAgain()}
      />
    </Page>
  )
}
