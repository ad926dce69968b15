"""The client for Python of openapi-generator: the only one of these whose whole numbers have no end."""
import os
import sys

sys.path.insert(0, 'made')
import openapi_client  # noqa: E402

configuration = openapi_client.Configuration(host=os.environ['PETSTORE_BASE_URL'])
configuration.access_token = os.environ['PETSTORE_API_KEY']
pets = openapi_client.PetsApi(openapi_client.ApiClient(configuration))

largest = 2**63 - 1
new = {'name': 'Rex', 'categoryId': largest}
first = pets.create_pet(new, idempotency_key='"typed"')
again = pets.create_pet(new, idempotency_key='"typed"')
assert (first.id, first.category_id) == (again.id, largest), (first, again)
assert [pet.category_id for pet in pets.list_pets(limit=5)] == [largest]
assert pets.get_pet(first.id).name == 'Rex'
for wanted, work in [(422, lambda: pets.create_pet({**new, 'name': 'Bella'}, idempotency_key='"typed"')),
                     (404, lambda: pets.get_pet(2**53 + 1))]:
    try:
        work()
        raise AssertionError(wanted)
    except openapi_client.ApiException as error:
        assert error.status == wanted, error
print('works; one animal for an Idempotency-Key sent twice, 422, 404, and 2^63 - 1 to the last digit')
