import type { Locator, Page } from '@playwright/test'

/** A section of the dashboard, by its heading. */
export const part = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

/** The card of a figure: its heading, its value and its description. */
export const card = (page: Page, label: string): Locator =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 3, name: label, exact: true }) })
    .last()

/** The figure with this label, which opens the list of what it is made of. */
export const figureButton = (page: Page | Locator, label: string, figure: string): Locator =>
  page.getByRole('button', { name: `Why this number? ${label}, ${figure}`, exact: true })
