import { type Locator, type Page, expect } from '@playwright/test'

/**
 * Counts what a person does on a page. Clicks and keys that activate something are presses; typing is not, and neither
 * is a Tab to the very next field. Pixels are what has to be scrolled until the next control is in view.
 */
export class Effort {
  presses = 0
  pixels = 0
  readonly #page: Page
  #scrollY = 0

  constructor(page: Page) {
    this.#page = page
  }

  /** Waits for a page, which begins at its top. */
  async arriveAt(heading: string): Promise<void> {
    await expect(this.#page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    this.#scrollY = await this.#page.evaluate(() => scrollY)
  }

  async click(target: Locator): Promise<void> {
    await this.#reveal(target)
    this.presses += 1
    await target.click()
  }

  async press(key: 'Enter'): Promise<void> {
    this.presses += 1
    await this.#page.keyboard.press(key)
  }

  async type(target: Locator, text: string): Promise<void> {
    await this.#reveal(target)
    if (!(await this.#hasFocus(target)) && !(await this.#tabTo(target))) await this.click(target)
    await target.fill(text)
  }

  #hasFocus(target: Locator): Promise<boolean> {
    return target.evaluate((element) => element === document.activeElement)
  }

  async #tabTo(target: Locator): Promise<boolean> {
    await this.#page.keyboard.press('Tab')
    if (await this.#hasFocus(target)) return true
    await this.#page.evaluate((y) => scrollTo(0, y), this.#scrollY)
    return false
  }

  /** Scrolls as little as needed: the header and the bar with the form's buttons cover a part of the page. */
  async #reveal(target: Locator): Promise<void> {
    const { before, after } = await target.evaluate((element) => {
      const bar = document.querySelector('form [type="submit"]')?.parentElement
      const covers = bar && getComputedStyle(bar).position === 'sticky' && !bar.contains(element)
      const from = scrollY
      const { top, bottom } = element.getBoundingClientRect()
      const above = top - (element.closest('header') ? 0 : document.querySelector('header')!.offsetHeight)
      const below = bottom - (covers ? bar.getBoundingClientRect().top : innerHeight)
      if (above < 0) scrollBy(0, above)
      else if (below > 0) scrollBy(0, below)
      return { before: from, after: scrollY }
    })
    this.pixels += Math.abs(before - this.#scrollY) + Math.abs(after - before)
    this.#scrollY = after
  }
}
