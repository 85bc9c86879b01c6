import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { factNames, placeholders } from '../../shared/installation.ts'
import { fillTemplate, pagePattern, scriptsOf, speedUpTemplate } from './html-template.ts'

const template = readFileSync(new URL('../../../index.html', import.meta.url), 'utf8')

it('puts title, description and page into index.html', () => {
  const html = fillTemplate(template, {
    title: 'Terms & "more" · Millrace',
    description: 'a < b',
    tags: '<link rel="canonical" href="/terms" />',
    data: '<script type="application/ld+json">{}</script>',
    markup: '<h1>$& $1</h1>',
  })
  expect(html).toContain('<title>Terms &#38; &#34;more&#34; · Millrace</title>')
  expect(html).toContain('<meta name="description" content="a &#60; b" />')
  expect(html).toMatch(/<link rel="canonical"[^>]*>[\s\S]*ld\+json">\{\}<\/script><\/head>/)
  expect(html).toContain('<div id="root"><h1>$& $1</h1></div>')
  expect(html).toContain('<script type="module" fetchpriority="low"')
})

it('has the scripts of a rendered page wait until it has been seen', () => {
  const links = '<link rel="modulepreload" href="/a.js">\n <link rel="modulepreload" href="/b.js">\n '
  const html = fillTemplate(template.replace('<title>', `${links}<title>`), {
    title: 'T',
    description: 'D',
    markup: '',
  })
  expect(html).toContain(`<template id="scripts">${links}</template>`)
})

it('keeps the opening tag that the server puts the theme into', () => {
  expect(template.match(/<html lang="en">/g)).toHaveLength(1)
})

it('has a place for each fact of the installation, which the browser reads again', () => {
  for (const name of factNames) {
    expect(template).toContain(`<meta name="installation-${name}" content="${placeholders[name]}" />`)
  }
})

it('refuses a template that lost its places', () => {
  const parts = { title: 'T', description: 'D', markup: '' }
  expect(() => fillTemplate('<div id="root"></div>', parts)).toThrow('title')
})

it('writes patterns as the server reads them', () => {
  expect(pagePattern('/invoices/$id/view')).toBe('/invoices/:id/view')
})

it('brings the styles along and names the scripts', () => {
  const built = '<link rel="stylesheet" crossorigin href="/assets/a.css">'
  const html = speedUpTemplate(built, (file) => `/* ${file} $& */`, ['assets/b.js'])
  expect(html).toContain('<style>/* assets/a.css $& */</style>')
  expect(html).toContain('<link rel="modulepreload" crossorigin href="/assets/b.js">')
  expect(html).not.toContain('rel="stylesheet"')
})

it('finds all that a script imports, once each', () => {
  const manifest = {
    main: { file: 'main.js', imports: ['a', 'b'] },
    a: { file: 'a.js', imports: ['b', 'main'] },
    b: { file: 'b.js' },
  }
  expect(scriptsOf(manifest, 'main')).toEqual(['main.js', 'a.js', 'b.js'])
})

it('asks zod to write no functions, where zod looks for that', () => {
  const boot = readFileSync(new URL('../boot.ts', import.meta.url), 'utf8')
  const [, name = ''] = /Object\.assign\(globalThis, \{ (\w+): \{ jitless: true \} \}\)/.exec(boot) ?? []
  expect(z.config()).toBe((globalThis as Record<string, unknown>)[name])
})
