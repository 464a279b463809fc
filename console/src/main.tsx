import { mount } from './app/mount.tsx';
import '@mantine/spotlight/styles.css';
import './app/print.css';
import { RouterProvider } from '@tanstack/react-router';
import { router } from './routes.tsx';

await mount(async () => <RouterProvider router={router} />);
