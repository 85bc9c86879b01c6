import type { ReactNode } from 'react'
import { PageHeader } from '../../src/web/ui/page-header.tsx'
import { ThemeToggle } from '../../src/web/ui/theme-toggle.tsx'
import { Toaster } from '../../src/web/ui/toaster.tsx'
import { ActionsSection } from './actions-section.tsx'
import { ChoicesSection } from './choices-section.tsx'
import { DataSection } from './data-section.tsx'
import { FeedbackSection } from './feedback-section.tsx'
import { FieldsSection } from './fields-section.tsx'
import { OverlaysSection } from './overlays-section.tsx'

const sections: ReadonlyArray<{ title: string; body: ReactNode }> = [
  { title: 'Actions', body: <ActionsSection /> },
  { title: 'Figures and lists', body: <DataSection /> },
  { title: 'Fields', body: <FieldsSection /> },
  { title: 'Choices', body: <ChoicesSection /> },
  { title: 'Feedback', body: <FeedbackSection /> },
  { title: 'Overlays', body: <OverlaysSection /> },
]

export function Gallery() {
  return (
    <>
      <main tabIndex={-1} className="mx-auto flex max-w-page flex-col gap-12 px-4 py-8 sm:px-8">
        <PageHeader
          title="Page kit"
          description="Every part of the kit in every state it knows."
          actions={<ThemeToggle />}
        />
        {sections.map(({ title, body }) => (
          <section key={title} aria-label={title} className="flex flex-col gap-4">
            <h2 className="text-lg font-semibold">{title}</h2>
            {body}
          </section>
        ))}
      </main>
      <Toaster />
    </>
  )
}
