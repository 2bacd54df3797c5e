import { createSpotlight } from '@mantine/spotlight'

/** Whether the commands are open, which the page knows before it has loaded them. */
export const [commandsStore, commands] = createSpotlight()
