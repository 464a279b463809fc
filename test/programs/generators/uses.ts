/** The same ten calls by each generated client: changes, reads, a list, a flag, words, an empty list and two refusals. */

export const FETCH = `
import createClient from 'openapi-fetch';
import type { paths } from './api';
const { API, PUBLIC_KEY, SECRET_KEY } = (globalThis as unknown as { process: { env: Record<string, string> } }).process.env;
const api = createClient<paths>({ baseUrl: API!, headers: { PublicKey: PUBLIC_KEY!, SecretKey: SECRET_KEY! } });

const added = await api.POST('/contacts-type/add', { body: { name: 'Readers' } });
const id = added.data!.id;
const view = async () => (await api.GET('/contacts-type/view', { params: { query: { contact_type_id: id } } })).data!.message.contactType;
const first = (await view()).name;
const types = (await api.GET('/contacts-type', { params: { query: { limit: 5 } } })).data!.message.contactTypes.length;
await api.POST('/contacts-type/update', { body: { id, name: 'Others' } });
const second = (await view()).name;
const contact = await api.POST('/contacts/add', { body: { contact_type_id: id, email: 'ada@example.com', country: 84 } });
const details = await api.GET('/contacts/details', { params: { query: { contact_id: contact.data!.id } } });
await api.POST('/webhooks/save', { body: { url: 'https://shop.example/hook', events: ['sender.verified'], batch: true } });
const [hook] = (await api.GET('/webhooks')).data!.message.webhooks;
const missing = await api.GET('/contacts-type/view', { params: { query: { contact_type_id: 999999 } } });
const refused = await api.POST('/contacts-type/add', { body: { name: '' } });
await api.DELETE('/contacts-type/delete', { params: { query: { contact_type_id: id } } });
const left = (await api.GET('/contacts-type')).data!.message.contactTypes.length;
console.log(JSON.stringify([first, types, second, details.data!.message.contact.email, hook!.events, hook!.batch, missing.error!.code,
  refused.error!.codes!.name![0], 10, left]));
`;

export const HEY = `
import { client } from './client.gen';
import * as api from './sdk.gen';
const { API, PUBLIC_KEY, SECRET_KEY } = (globalThis as unknown as { process: { env: Record<string, string> } }).process.env;
client.setConfig({ baseUrl: API!, auth: ({ name }) => (name === 'PublicKey' ? PUBLIC_KEY! : SECRET_KEY!) });

const id = (await api.contactTypeAdd({ body: { name: 'Readers' } })).data!.id;
const view = async () => (await api.contactTypeView({ query: { contact_type_id: id } })).data!.message.contactType;
const first = (await view()).name;
const types = (await api.contactTypeList({ query: { limit: 5 } })).data!.message.contactTypes.length;
await api.contactTypeUpdate({ body: { id, name: 'Others' } });
const second = (await view()).name;
const contact = await api.contactAdd({ body: { contact_type_id: id, email: 'ada@example.com', country: 84 } });
const details = await api.contactDetails({ query: { contact_id: contact.data!.id } });
await api.webhookSave({ body: { url: 'https://shop.example/hook', events: ['sender.verified'], batch: true } });
const [hook] = (await api.webhookList()).data!.message.webhooks;
const missing = await api.contactTypeView({ query: { contact_type_id: 999999 } });
const refused = await api.contactTypeAdd({ body: { name: '' } });
await api.contactTypeDelete({ query: { contact_type_id: id } });
const left = (await api.contactTypeList()).data!.message.contactTypes.length;
console.log(JSON.stringify([first, types, second, details.data!.message.contact.email, hook!.events, hook!.batch, missing.error!.code,
  refused.error!.codes!.name![0], 10, left]));
`;

export const ORVAL = `
import * as api from './api';
const { PUBLIC_KEY, SECRET_KEY } = (globalThis as unknown as { process: { env: Record<string, string> } }).process.env;
const keys = { headers: { PublicKey: PUBLIC_KEY!, SecretKey: SECRET_KEY! } };
function right<Answer extends { status: number; data: unknown }>(answer: Answer): Extract<Answer, { status: 200 }>['data'] {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.data));
  return answer.data as Extract<Answer, { status: 200 }>['data'];
}
const wrong = <Answer extends { status: number; data: unknown }>(answer: Answer) => answer.data as api.Failure;

const { id } = right(await api.contactTypeAdd({ name: 'Readers' }, keys));
const view = async () => right(await api.contactTypeView({ contact_type_id: id }, keys)).message.contactType;
const first = (await view()).name;
const types = right(await api.contactTypeList({ limit: 5 }, keys)).message.contactTypes.length;
await api.contactTypeUpdate({ id, name: 'Others' }, keys);
const second = (await view()).name;
const contact = right(await api.contactAdd({ contact_type_id: id, email: 'ada@example.com', country: 84 }, keys));
const details = right(await api.contactDetails({ contact_id: contact.id }, keys));
await api.webhookSave({ url: 'https://shop.example/hook', events: ['sender.verified'], batch: true }, keys);
const [hook] = right(await api.webhookList({}, keys)).message.webhooks;
const missing = wrong(await api.contactTypeView({ contact_type_id: 999999 }, keys));
const refused = wrong(await api.contactTypeAdd({ name: '' }, keys));
await api.contactTypeDelete({ contact_type_id: id }, keys);
const left = right(await api.contactTypeList({}, keys)).message.contactTypes.length;
console.log(JSON.stringify([first, types, second, details.message.contact.email, hook!.events, hook!.batch, missing.code,
  refused.codes!.name![0], 10, left]));
`;

export const PYTHON = `
import json
import os

from made import Client
from made.api.contact_types import contact_type_add, contact_type_delete, contact_type_list, contact_type_update, contact_type_view
from made.api.contacts import contact_add, contact_details
from made.api.webhooks import webhook_list, webhook_save
from made.models import ContactAddInput, ContactTypeAddInput, ContactTypeUpdateInput, WebhookSaveInput

keys = {"PublicKey": os.environ["PUBLIC_KEY"], "SecretKey": os.environ["SECRET_KEY"]}
client = Client(base_url=os.environ["API"], headers=keys)

added = contact_type_add.sync(client=client, body=ContactTypeAddInput(name="Readers"))


def view():
    return contact_type_view.sync(client=client, contact_type_id=added.id).message.contact_type


first = view().name
types = len(contact_type_list.sync(client=client, limit=5).message.contact_types)
contact_type_update.sync(client=client, body=ContactTypeUpdateInput(id=added.id, name="Others"))
second = view().name
contact = contact_add.sync(
    client=client,
    body=ContactAddInput.from_dict({"contact_type_id": added.id, "email": "ada@example.com", "country": 84}),
)
details = contact_details.sync(client=client, contact_id=contact.id)
webhook_save.sync(
    client=client,
    body=WebhookSaveInput.from_dict({"url": "https://shop.example/hook", "events": ["sender.verified"], "batch": True}),
)
hook = webhook_list.sync(client=client).message.webhooks[0].to_dict()
missing = contact_type_view.sync(client=client, contact_type_id=999999)
refused = contact_type_add.sync(client=client, body=ContactTypeAddInput(name=""))
contact_type_delete.sync(client=client, contact_type_id=added.id)
left = len(contact_type_list.sync(client=client).message.contact_types)
print(json.dumps([
    first, types, second, details.message.contact.email, hook["events"], hook["batch"], missing.code,
    refused.to_dict()["codes"]["name"][0], 10, left,
]))
`;

export const OAPI_CODEGEN = `
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	mailing "client/mailing"
)

func must[Value any](value Value, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	ctx := context.Background()
	keys := func(_ context.Context, request *http.Request) error {
		request.Header.Set("PublicKey", os.Getenv("PUBLIC_KEY"))
		request.Header.Set("SecretKey", os.Getenv("SECRET_KEY"))
		return nil
	}
	api := must(mailing.NewClientWithResponses(os.Getenv("API"), mailing.WithRequestEditorFn(keys)))
	id := must(api.ContactTypeAddWithResponse(ctx, nil, mailing.ContactTypeAddInput{Name: "Readers"})).JSON200.Id
	view := func(id int64) *mailing.ContactTypeViewResponse {
		return must(api.ContactTypeViewWithResponse(ctx, &mailing.ContactTypeViewParams{ContactTypeId: id}))
	}
	first := view(id).JSON200.Message.ContactType.Name
	limit := 5
	types := len(must(api.ContactTypeListWithResponse(ctx, &mailing.ContactTypeListParams{Limit: &limit})).JSON200.Message.ContactTypes)
	must(api.ContactTypeUpdateWithResponse(ctx, nil, mailing.ContactTypeUpdateInput{Id: id, Name: "Others"}))
	second := view(id).JSON200.Message.ContactType.Name
	contact := must(api.ContactAddWithResponse(ctx, nil, mailing.ContactAddInput{ContactTypeId: id, Email: "ada@example.com", Country: 84})).JSON200.Id
	details := must(api.ContactDetailsWithResponse(ctx, &mailing.ContactDetailsParams{ContactId: contact})).JSON200.Message.Contact.Email
	batch := true
	events := []mailing.WebhookSaveInputEvents{"sender.verified"}
	must(api.WebhookSaveWithResponse(ctx, nil, mailing.WebhookSaveInput{Url: "https://shop.example/hook", Events: events, Batch: &batch}))
	hook := must(api.WebhookListWithResponse(ctx, nil)).JSON200.Message.Webhooks[0]
	missing := view(999999).JSONDefault.Code
	refused := (*must(api.ContactTypeAddWithResponse(ctx, nil, mailing.ContactTypeAddInput{})).JSONDefault.Codes)["name"][0]
	must(api.ContactTypeDeleteWithResponse(ctx, &mailing.ContactTypeDeleteParams{ContactTypeId: id}))
	left := len(must(api.ContactTypeListWithResponse(ctx, &mailing.ContactTypeListParams{})).JSON200.Message.ContactTypes)
	said := []any{first, types, second, details, hook.Events, hook.Batch, missing, refused, 10, left}
	fmt.Println(string(must(json.Marshal(said))))
}
`;

export const OGEN = `
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"

	mailing "client/mailing"
)

func must[Value any](value Value, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}

type keys struct{}

func (keys) PublicKey(context.Context, mailing.OperationName) (mailing.PublicKey, error) {
	return mailing.PublicKey{APIKey: os.Getenv("PUBLIC_KEY")}, nil
}

func (keys) SecretKey(context.Context, mailing.OperationName) (mailing.SecretKey, error) {
	return mailing.SecretKey{APIKey: os.Getenv("SECRET_KEY")}, nil
}

func failure(err error) mailing.Failure {
	var failed *mailing.FailureStatusCode
	if !errors.As(err, &failed) {
		panic(err)
	}
	return failed.Response
}

func main() {
	ctx := context.Background()
	api := must(mailing.NewClient(os.Getenv("API"), keys{}))
	id := must(api.ContactTypeAdd(ctx, &mailing.ContactTypeAddInput{Name: "Readers"}, mailing.ContactTypeAddParams{})).ID
	view := func(id int64) (*mailing.ContactTypeViewAnswer, error) {
		return api.ContactTypeView(ctx, mailing.ContactTypeViewParams{ContactTypeID: id})
	}
	first := must(view(id)).Message.ContactType.Name
	types := len(must(api.ContactTypeList(ctx, mailing.ContactTypeListParams{Limit: mailing.NewOptInt(5)})).Message.ContactTypes)
	must(api.ContactTypeUpdate(ctx, &mailing.ContactTypeUpdateInput{ID: id, Name: "Others"}, mailing.ContactTypeUpdateParams{}))
	second := must(view(id)).Message.ContactType.Name
	added := mailing.ContactAddInput{ContactTypeID: id, Email: "ada@example.com", Country: 84}
	contact := must(api.ContactAdd(ctx, &added, mailing.ContactAddParams{})).ID
	details := must(api.ContactDetails(ctx, mailing.ContactDetailsParams{ContactID: contact})).Message.Contact.Email
	hookInput := mailing.WebhookSaveInput{
		URL:    *must(url.Parse("https://shop.example/hook")),
		Events: []mailing.WebhookSaveInputEventsItem{mailing.WebhookSaveInputEventsItemSenderVerified},
		Batch:  mailing.NewOptNilBool(true),
	}
	must(api.WebhookSave(ctx, &hookInput, mailing.WebhookSaveParams{}))
	hook := must(api.WebhookList(ctx, mailing.WebhookListParams{})).Message.Webhooks[0]
	_, err := view(999999)
	missing := failure(err).Code
	// The client refuses blank names itself.
	_, err = api.ContactTypeUpdate(ctx, &mailing.ContactTypeUpdateInput{ID: 999999, Name: "Others"}, mailing.ContactTypeUpdateParams{})
	refused := failure(err).Code
	must(api.ContactTypeDelete(ctx, mailing.ContactTypeDeleteParams{ContactTypeID: id}))
	left := len(must(api.ContactTypeList(ctx, mailing.ContactTypeListParams{})).Message.ContactTypes)
	said := []any{first, types, second, details, hook.Events, hook.Batch, missing, refused, 10, left}
	fmt.Println(string(must(json.Marshal(said))))
}
`;

export const GO = `
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	mailing "client/mailing"
)

func must[Value any](value Value, _ *http.Response, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}

func failure(err error) mailing.Failure {
	return err.(*mailing.GenericOpenAPIError).Model().(mailing.Failure)
}

func main() {
	ctx := context.Background()
	configuration := mailing.NewConfiguration()
	configuration.Servers = mailing.ServerConfigurations{{URL: os.Getenv("API")}}
	configuration.AddDefaultHeader("PublicKey", os.Getenv("PUBLIC_KEY"))
	configuration.AddDefaultHeader("SecretKey", os.Getenv("SECRET_KEY"))
	api := mailing.NewAPIClient(configuration)
	id := must(api.ContactTypesAPI.ContactTypeAdd(ctx).ContactTypeAddInput(*mailing.NewContactTypeAddInput("Readers")).Execute()).Id
	view := func(id int64) (*mailing.ContactTypeViewAnswer, *http.Response, error) {
		return api.ContactTypesAPI.ContactTypeView(ctx).ContactTypeId(id).Execute()
	}
	first := must(view(id)).Message.ContactType.Name
	types := len(must(api.ContactTypesAPI.ContactTypeList(ctx).Limit(5).Execute()).Message.ContactTypes)
	must(api.ContactTypesAPI.ContactTypeUpdate(ctx).ContactTypeUpdateInput(*mailing.NewContactTypeUpdateInput(id, "Others")).Execute())
	second := must(view(id)).Message.ContactType.Name
	contact := must(api.ContactsAPI.ContactAdd(ctx).ContactAddInput(*mailing.NewContactAddInput(id, "ada@example.com", 84)).Execute()).Id
	details := must(api.ContactsAPI.ContactDetails(ctx).ContactId(contact).Execute()).Message.Contact.Email
	saved := mailing.NewWebhookSaveInput("https://shop.example/hook", []string{"sender.verified"})
	saved.SetBatch(true)
	must(api.WebhooksAPI.WebhookSave(ctx).WebhookSaveInput(*saved).Execute())
	hook := must(api.WebhooksAPI.WebhookList(ctx).Execute()).Message.Webhooks[0]
	_, _, err := view(999999)
	missing := failure(err).Code
	_, _, err = api.ContactTypesAPI.ContactTypeAdd(ctx).ContactTypeAddInput(*mailing.NewContactTypeAddInput("")).Execute()
	refused := (*failure(err).Codes)["name"][0]
	must(api.ContactTypesAPI.ContactTypeDelete(ctx).ContactTypeId(id).Execute())
	left := len(must(api.ContactTypesAPI.ContactTypeList(ctx).Execute()).Message.ContactTypes)
	said := []any{first, types, second, details, hook.Events, hook.Batch, missing, refused, 10, left}
	text, err := json.Marshal(said)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(text))
}
`;

export const OPENAPI_GENERATOR_PYTHON = `
import json
import os

import mailing

configuration = mailing.Configuration(
    host=os.environ["API"],
    api_key={"PublicKey": os.environ["PUBLIC_KEY"], "SecretKey": os.environ["SECRET_KEY"]},
)
client = mailing.ApiClient(configuration)
types_api = mailing.ContactTypesApi(client)
contacts_api = mailing.ContactsApi(client)
webhooks_api = mailing.WebhooksApi(client)


def view(id):
    return types_api.contact_type_view(contact_type_id=id).message.contact_type


def failure(call):
    try:
        call()
    except mailing.ApiException as error:
        return json.loads(error.body)
    raise AssertionError("It was not refused.")


id = types_api.contact_type_add(mailing.ContactTypeAddInput(name="Readers")).id
first = view(id).name
types = len(types_api.contact_type_list(limit=5).message.contact_types)
types_api.contact_type_update(mailing.ContactTypeUpdateInput(id=id, name="Others"))
second = view(id).name
contact = contacts_api.contact_add(
    mailing.ContactAddInput(contact_type_id=id, email="ada@example.com", country=84)
)
details = contacts_api.contact_details(contact_id=contact.id)
webhooks_api.webhook_save(
    mailing.WebhookSaveInput(url="https://shop.example/hook", events=["sender.verified"], batch=True)
)
hook = webhooks_api.webhook_list().message.webhooks[0]
missing = failure(lambda: view(999999))
# The client refuses a blank name itself.
refused = failure(lambda: types_api.contact_type_update(mailing.ContactTypeUpdateInput(id=999999, name="Others")))
types_api.contact_type_delete(contact_type_id=id)
left = len(types_api.contact_type_list().message.contact_types)
print(json.dumps([
    first, types, second, details.message.contact.email, hook.events, hook.batch, missing["code"],
    refused["code"], 10, left,
]))
`;

export const JAVA = `
import com.google.gson.Gson;
import com.google.gson.JsonObject;
import java.util.Arrays;
import java.util.List;
import mailing.ApiClient;
import mailing.ApiException;
import mailing.api.ContactTypesApi;
import mailing.api.ContactsApi;
import mailing.api.WebhooksApi;
import mailing.auth.ApiKeyAuth;
import mailing.model.ContactAddInput;
import mailing.model.ContactTypeAddInput;
import mailing.model.ContactTypeUpdateInput;
import mailing.model.Webhook;
import mailing.model.WebhookSaveInput;

public class Use {
  private static final ApiClient CLIENT = new ApiClient();
  private static final ContactTypesApi TYPES = new ContactTypesApi(CLIENT);
  private static final ContactsApi CONTACTS = new ContactsApi(CLIENT);
  private static final WebhooksApi WEBHOOKS = new WebhooksApi(CLIENT);

  private interface Call {
    void run() throws ApiException;
  }

  private static JsonObject failure(Call call) {
    try {
      call.run();
    } catch (ApiException error) {
      return new Gson().fromJson(error.getResponseBody(), JsonObject.class);
    }
    throw new AssertionError("It was not refused.");
  }

  private static String nameOf(Long id) throws ApiException {
    return TYPES.contactTypeView(id).getMessage().getContactType().getName();
  }

  public static void main(String[] args) throws ApiException {
    CLIENT.setBasePath(System.getenv("API"));
    ((ApiKeyAuth) CLIENT.getAuthentication("PublicKey")).setApiKey(System.getenv("PUBLIC_KEY"));
    ((ApiKeyAuth) CLIENT.getAuthentication("SecretKey")).setApiKey(System.getenv("SECRET_KEY"));
    Long id = TYPES.contactTypeAdd(new ContactTypeAddInput().name("Readers"), null).getId();
    String first = nameOf(id);
    int types = TYPES.contactTypeList(5, null).getMessage().getContactTypes().size();
    TYPES.contactTypeUpdate(new ContactTypeUpdateInput().id(id).name("Others"), null);
    String second = nameOf(id);
    ContactAddInput ada = new ContactAddInput().contactTypeId(id).email("ada@example.com").country(84L);
    Long contact = CONTACTS.contactAdd(ada, null).getId();
    String email = CONTACTS.contactDetails(contact).getMessage().getContact().getEmail();
    WebhookSaveInput hook = new WebhookSaveInput()
        .url(java.net.URI.create("https://shop.example/hook"))
        .events(List.of(WebhookSaveInput.EventsEnum.SENDER_VERIFIED))
        .batch(true);
    WEBHOOKS.webhookSave(hook, null);
    Webhook saved = WEBHOOKS.webhookList(null, null).getMessage().getWebhooks().get(0);
    JsonObject missing = failure(() -> TYPES.contactTypeView(999999L));
    JsonObject refused = failure(() -> TYPES.contactTypeAdd(new ContactTypeAddInput().name(""), null));
    TYPES.contactTypeDelete(id, null);
    int left = TYPES.contactTypeList(null, null).getMessage().getContactTypes().size();
    System.out.println(new Gson().toJson(Arrays.asList(
        first, types, second, email, saved.getEvents(), saved.getBatch(), missing.get("code"),
        refused.getAsJsonObject("codes").getAsJsonArray("name").get(0), 10, left)));
  }
}
`;
