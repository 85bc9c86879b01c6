import type { ReactNode } from 'react'

/** On a wide screen the summary stays visible to the right of the document; on a small one it comes first. */
export function PublicColumns({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto grid w-full max-w-page grid-cols-[minmax(0,1fr)] gap-4 px-4 py-4 sm:gap-6 sm:px-6 sm:py-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8 lg:py-12 print:block print:max-w-none print:p-0">
      <div className="lg:order-last print:hidden">
        <div className="lg:sticky lg:top-8">{summary}</div>
      </div>
      {children}
    </div>
  )
}
