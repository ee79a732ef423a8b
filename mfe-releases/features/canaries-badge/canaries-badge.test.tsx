import { renderPage } from '@portal/shared/testing/render-page'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { released, stubReleases, summary } from '../../testing/releases-server.ts'
import { Component } from './canaries-badge.tsx'

const withCanary = (name: string) => released({ name, canary: { ...summary('c1'), percent: 10 } })

test('the badge of the menu counts the canaries that run', async () => {
  stubReleases({ packages: [withCanary('mfe-tips'), released({ name: 'mfe-team' }), withCanary('shell')] })
  renderPage(Component)
  expect(await screen.findByText('2')).toBeVisible()
  expect(screen.getByText(/^2.канарейки$/)).toHaveClass('visually-hidden')
})
