import { TOPIC } from '../../common/config/inbound.ts';

function hostOf(topic: string): string | null {
  const [, partition, region] = TOPIC.exec(topic) ?? [];
  return region === undefined ? null : `sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`;
}

function onHost(address: string, topic: string): URL | null {
  const url = address.length <= 2048 && URL.canParse(address) ? new URL(address) : null;
  const isPlain = url?.protocol === 'https:' && `${url.port}${url.username}${url.password}${url.hash}` === '';
  return isPlain && url.hostname === hostOf(topic) ? url : null;
}

/** Whether a certificate's address belongs to Amazon SNS in the region of the topic. Otherwise anyone could name their own. */
export function isCertificateAddress(address: string, topic: string): boolean {
  const url = onHost(address, topic);
  return (
    url !== null && url.search === '' && /^\/SimpleNotificationService-[\w-]{8,128}\.pem$/.test(url.pathname)
  );
}

export function isConfirmationAddress(address: string, topic: string): boolean {
  const url = onHost(address, topic);
  if (url?.pathname !== '/') return false;
  const one = (name: string): string | null => {
    const all = url.searchParams.getAll(name);
    return all.length === 1 ? all[0]! : null;
  };
  return one('Action') === 'ConfirmSubscription' && one('TopicArn') === topic && Boolean(one('Token'));
}
