import type { ReactNode } from 'react'

export function SiteHero({ title, lead, children }: { title: string; lead: string; children?: ReactNode }) {
  return (
    <section id="overview" className="bg-linear-to-b from-accent-soft to-background">
      <div className="mx-auto flex w-full max-w-page flex-col px-4 pt-12 sm:items-center sm:px-6 sm:pt-20 sm:text-center">
        <h1 className="max-w-3xl text-4xl leading-[1.1] font-semibold tracking-tight text-foreground sm:text-5xl">
          {title}
        </h1>
        <p className="mt-4 max-w-2xl text-lg text-muted sm:mt-6 sm:text-balance">{lead}</p>
        {children}
      </div>
    </section>
  )
}
